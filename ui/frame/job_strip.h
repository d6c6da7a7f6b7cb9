// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <map>

#include "ui/jobs/job_runner.h"

class QLabel;
class QVBoxLayout;

namespace recscope::ui {

class JobRow;

/// The line below all pages: what runs, how far it is, how long it takes, and Stop. Quiet while nothing runs.
class JobStrip : public QFrame {
    Q_OBJECT
public:
    static constexpr int kRowsShown = 3;

    JobStrip(JobRunner& jobs, const QString& workspaceName, QWidget* parent = nullptr);
    ~JobStrip() override;

private:
    void showJobs();
    void showProgress();

    JobRunner& m_jobs;
    QWidget* m_idle;
    QLabel* m_more;
    QVBoxLayout* m_rows;
    std::map<JobId, JobRow*> m_jobRows;
};

/// "Reading ratings · 1,204 of 5,000 rows · 8,410 rows/s · 1 min left". `seconds` and `done` count from the stage's
/// beginning; parts that are not known are left out, and a progress without a unit shows its stage only.
QString progressText(const Progress& progress, double seconds, std::int64_t doneBefore);

}  // namespace recscope::ui
