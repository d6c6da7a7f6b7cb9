// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "ui/runs/queued_run.h"

namespace recscope::ui {

class TrainingLauncher;

enum class QueueMove { Earlier, Later };

/// The trainings that were requested and have not ended, in the order in which they train. The queue is stored in the
/// workspace. Entries left by an earlier process are called interrupted and wait until the user of the program resumes
/// them, except runs that still train on another machine (`RemoteTrainings::isFollowed`).
class TrainingQueue : public QObject {
    Q_OBJECT
public:
    TrainingQueue(JobRunner& jobs, TrainingLauncher& launcher, QObject* parent = nullptr);

    /// The run that is training or about to start; null if there is none.
    const QueuedRun* current() const { return m_runs.empty() ? nullptr : &m_runs.front(); }
    std::vector<QueuedRun> waiting() const;  ///< the runs that wait for the current one
    /// The runs left by an earlier process that are not resumed yet.
    const std::vector<QueuedRun>& interrupted() const { return m_interrupted; }
    /// True if the user of the program chose not to resume the interrupted runs now.
    bool isResumePostponed() const { return m_isResumePostponed; }
    /// The runs that were last removed from the queue, which `undoRemove` restores.
    const std::vector<QueuedRun>& removed() const { return m_removed; }
    /// True while this process trains the run or will resume it.
    bool contains(RunId run) const;
    /// The running, waiting or interrupted training with this config and seed on this dataset; null if there is none.
    const QueuedRun* findSameTraining(DatasetId dataset, const RunConfig& config) const;
    /// True if `move` would change anything.
    bool canMove(const QStringList& tickets, QueueMove move) const;

    /// Appends these trainings, see `TrainingController::start`.
    void append(const std::vector<TrainRequest>& requests, const std::vector<std::string>& names,
                const QString& machine);
    /// Appends a training that resumes this run; `machine` is where the run was stopped, if that is known.
    void appendResumed(const RunRecord& record, DeviceChoice device, const std::optional<QString>& machine);
    /// Adds what an earlier process left: continues the runs in `followed`; those in `interrupted` wait.
    void restore(const std::vector<QueuedRun>& followed, std::vector<QueuedRun> interrupted);
    /// The run of this job has started and is stored as `record`.
    void setStarted(JobId job, const RunRecord& record);
    /// Removes the training whose job has ended; none if it is not in the queue any more.
    std::optional<QueuedRun> takeEnded(JobId job);
    /// From now on, running and waiting runs stay in the workspace's queue even when they end. Called before closing,
    /// so that the next process finds them there.
    void keep() { m_isKept = true; }

    /// The entries that an earlier process left. Call in a job. Throws Error(Workspace) if SQLite fails.
    static std::vector<QueuedRun> read(Workspace& workspace);

public slots:
    /// Removes waiting or interrupted runs from the queue.
    void remove(const QStringList& tickets);
    void undoRemove();
    /// Swaps waiting or interrupted runs with the run before or after them.
    void move(const QStringList& tickets, recscope::ui::QueueMove move);
    /// Trains the interrupted runs, in their order.
    void resumeInterrupted();
    void postponeResume();

signals:
    void changed();

private:
    void launch(QueuedRun run);
    void record(const std::vector<QueuedRun>& runs);
    /// Sets the names under which the entries with these tickets were stored.
    void takeNames(const QStringList& tickets, const std::vector<std::string>& names);
    void forget(const QStringList& tickets);
    void recordOrder(const std::vector<QueuedRun>& runs);

    JobRunner& m_jobs;
    TrainingLauncher& m_launcher;
    std::vector<QueuedRun> m_runs;  ///< the running training, then the waiting ones in queue order
    std::vector<QueuedRun> m_interrupted, m_removed;
    bool m_isKept = false, m_isResumePostponed = false;
};

}  // namespace recscope::ui
