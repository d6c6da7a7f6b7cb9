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

/// The line below all pages, which shows each running job with its progress, remaining time and a Stop button. Its
/// height is always one line, so that no page moves when a job starts or ends; it is unobtrusive while nothing runs.
/// Stop asks for confirmation if at least a minute of work would be lost.
class JobStrip : public QFrame {
    Q_OBJECT
public:
    static constexpr int kJobsShown = 3;

    JobStrip(JobRunner& jobs, const QString& workspaceName, QWidget* parent = nullptr);
    ~JobStrip() override;

protected:
    void leaveEvent(QEvent* event) override;

private:
    void removeEnded();
    void showJobs();
    void showProgress();

    JobRunner& m_jobs;
    QWidget* m_idle;
    QLabel* m_more;
    QHBoxLayout* m_line;
    std::map<JobId, JobRow*> m_jobRows;
    std::vector<QWidget*> m_ended;  ///< placeholders for the jobs that ended while the pointer was on the strip
};

/// Progress as text, e.g. "Reading ratings · 1,204,000 of 5,000,000 rows · 63,000 rows/s · 1 min left". `seconds` is
/// the time since the start of the stage. `doneBefore` is `progress.done` at that start and is subtracted for the rate.
/// Unknown parts are left out; progress without a unit shows only the name of its stage.
QString progressText(const Progress& progress, double seconds, std::int64_t doneBefore);

}  // namespace recscope::ui
