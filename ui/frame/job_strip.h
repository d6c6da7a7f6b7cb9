// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <map>
#include <vector>

#include "ui/jobs/job_runner.h"

class QHBoxLayout;
class QLabel;

namespace recscope::ui {

class JobRow;

/// The line below all pages: what runs, how far it is, how long it takes, and Stop. Quiet while nothing runs. It is one
/// line high whatever runs, so that no page moves when a job begins or ends; Stop of a job that would lose a minute of
/// work or more asks first.
class JobStrip : public QFrame {
    Q_OBJECT
public:
    static constexpr int kJobsShown = 3;

    JobStrip(JobRunner& jobs, const QString& workspaceName, QWidget* parent = nullptr);
    ~JobStrip() override;

protected:
    void leaveEvent(QEvent* event) override;

private:
    void showJobs();
    void showProgress();

    JobRunner& m_jobs;
    QWidget* m_idle;
    QLabel* m_more;
    QHBoxLayout* m_line;
    std::map<JobId, JobRow*> m_jobRows;
    std::vector<QWidget*> m_ended;  ///< places of jobs that ended while the pointer was over the strip
};

/// "Reading ratings · 1,204 of 5,000 rows · 8,410 rows/s · 1 min left". `seconds` and `done` count from the stage's
/// beginning; parts that are not known are left out, and a progress without a unit shows its stage only.
QString progressText(const Progress& progress, double seconds, std::int64_t doneBefore);

}  // namespace recscope::ui
