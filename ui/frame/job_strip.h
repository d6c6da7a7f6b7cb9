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

/// The line below all pages: running jobs with progress, remaining time and Stop. Unobtrusive while nothing runs.
/// Always one line tall, so that no page moves when a job starts or ends; Stop asks first if a minute of work or more
/// would be lost.
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
    std::vector<QWidget*> m_ended;  ///< placeholders of jobs that ended under the pointer
};

/// "Reading ratings · 1,204 of 5,000 rows · 8,410 rows/s · 1 min left". `seconds` counts from the start of the stage,
/// `doneBefore` is what was done by then. Unknown parts are left out, and a progress without a unit shows only its
/// stage.
QString progressText(const Progress& progress, double seconds, std::int64_t doneBefore);

}  // namespace recscope::ui
