// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "core/remote/remote_training.h"
#include "ui/runs/live_run.h"
#include "ui/runs/queued_run.h"

namespace recscope::ui {

/// Runs each training as a job, one after another, and delivers its events to the GUI thread in batches: the start of a
/// run and the end of an epoch immediately, steps at most ten times a second.
class TrainingLauncher : public QObject {
    Q_OBJECT
public:
    explicit TrainingLauncher(JobRunner& jobs, QObject* parent = nullptr);

    /// Trains or resumes the run after those launched earlier.
    JobId launch(const QueuedRun& run);
    /// Cancels a waiting job, whose events are no longer delivered.
    void drop(JobId job);
    /// Reorders waiting jobs. Returns false and changes nothing if one of them has just started.
    bool reorder(const std::vector<JobId>& jobs);
    /// Safely ends the job of a run: its best weights are kept and it can be resumed.
    void stop(JobId job);
    void setPaused(bool paused);

    const std::optional<LiveRun>& live() const { return m_live; }
    /// From now on, a stop lets a run on another machine continue there. Called before closing.
    void keepRemoteRuns() { m_keepsRemoteRuns = true; }
    /// Shows in the job strip the same text as on the Train page, and the number of waiting runs.
    void describe(std::size_t waiting);

signals:
    void started(recscope::ui::JobId job);  ///< live() has the run
    void stepsDone(std::size_t first);      ///< live()->steps from `first` on are new
    void epochsDone(std::size_t first);     ///< live()->epochs from `first` on are new
    void progressed();                      ///< evaluation progress changed, or a pause or stop was requested
    // One of these is emitted once at the end of a job; `live` is empty again.
    void finished(recscope::ui::JobId job, const recscope::RunRecord& record);
    void failed(recscope::ui::JobId job, recscope::DatasetId dataset, const QString& message, const QString& hint);
    void cancelled(recscope::ui::JobId job);

private:
    struct Launch;
    void receive(Launch* launch);
    void end(Launch* launch);
    void markStopping(JobId job);

    JobRunner& m_jobs;
    std::vector<std::shared_ptr<Launch>> m_launches;  ///< running and waiting, without dropped ones
    std::optional<LiveRun> m_live;
    bool m_keepsRemoteRuns = false;
};

}  // namespace recscope::ui
