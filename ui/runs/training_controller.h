// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "core/remote/remote_training.h"
#include "core/store/queue_store.h"
#include "ui/runs/live_run.h"
#include "ui/runs/queued_run.h"

namespace recscope::ui {

class Session;
class TrainingMailbox;

/// The entry of the workspace's queue for this training.
QueuedTraining toStore(const QueuedRun& run);

/// How the last training of a dataset ended.
struct TrainingEnd {
    std::optional<RunRecord> run;  ///< the finished or stopped run; none = the training failed
    QString title, why;            ///< only for a failed run: its name, and why it failed
};

enum class QueueMove { Earlier, Later };

/// Starts, queues, pauses and stops trainings, and delivers their events to the GUI thread at most ten times a second,
/// however fast the steps are. The queue is stored in the workspace. Entries left by an earlier process wait until the
/// user of the program resumes them; only runs that still train on a machine of the list are reconnected automatically.
class TrainingController : public QObject {
    Q_OBJECT
public:
    explicit TrainingController(Session& session, QObject* parent = nullptr);
    ~TrainingController() override;

    /// Queues these trainings in this order, after those started earlier; if nothing is training, the first one starts
    /// immediately. Skips requests that are already queued (`findSameTraining`). `names[i]` becomes the name of the run
    /// of `requests[i]` if that request has none; a number is appended if another run has the same name. The runs train
    /// on `machine`, an entry of this computer's list of machines; empty = this machine.
    void start(const std::vector<TrainRequest>& requests, const std::vector<std::string>& names = {},
               const QString& machine = {});
    void start(const TrainRequest& request) { start(std::vector{request}); }
    void resume(const RunRecord& run, DeviceChoice device);

    /// Scores a stopped run on test with its best weights, in parallel with training; `runsChanged` reports the result.
    /// A run that is stopped in this program is scored automatically.
    void score(const RunRecord& run);
    bool isScoring(RunId run) const { return m_scoring.contains(run); }

    bool isTraining() const { return m_live.has_value(); }
    /// True if a run is training or about to start.
    bool isBusy() const { return !m_entries.empty(); }
    const std::optional<LiveRun>& live() const { return m_live; }
    /// The run that is training or about to start; null if there is none.
    const QueuedRun* current() const;
    std::vector<QueuedRun> queue() const;  ///< the runs that wait for the current one
    const std::vector<QueuedRun>& interrupted() const { return m_interrupted; }
    /// True if the user of the program chose not to resume the interrupted runs now.
    bool isResumePostponed() const { return m_isResumePostponed; }
    /// How the last training of the dataset ended; null once the message is dismissed or another training of that
    /// dataset begins.
    const TrainingEnd* end(DatasetId dataset) const;
    /// The runs that were last removed from the queue, which `undoRemove` restores.
    const std::vector<QueuedRun>& removed() const { return m_removed; }
    /// True if `moveQueued` would change anything.
    bool canMove(const QStringList& tickets, QueueMove move) const;
    /// True while this process trains the run or will resume it.
    bool isBusy(RunId run) const;
    /// True if the workspace is open for reading only. Runs in state Running are then trained by another process.
    bool isOpenForReadingOnly() const;
    /// The running or waiting training with this config and seed on this dataset; null if there is none.
    const QueuedRun* findSameTraining(DatasetId dataset, const RunConfig& config) const;
    QString datasetName(const QueuedRun& run) const;
    /// True if the current run, on another machine, continues after the window is closed and no other run waits.
    bool continuesWithoutWindow() const;

    /// From now on, running and waiting runs stay in the workspace's queue even when they end. Called before closing,
    /// so that the next process finds them there.
    void keepQueue() { m_keepsQueue = true; }

public slots:
    void setPaused(bool paused);
    /// Safely ends the run that trains now; its best weights are kept and it can be resumed.
    void stop();
    /// Removes waiting or interrupted runs from the queue.
    void removeQueued(const QStringList& tickets);
    void undoRemove();
    /// Swaps waiting or interrupted runs with the run before or after them.
    void moveQueued(const QStringList& tickets, recscope::ui::QueueMove move);
    /// Trains the interrupted runs, in their order.
    void resumeInterrupted();
    void postponeResume();
    void dismissEnd(recscope::DatasetId dataset);

signals:
    void queueChanged();
    void runStarted();                   ///< live() has the run
    void stepsDone(std::size_t first);   ///< live()->steps from `first` on are new
    void epochsDone(std::size_t first);  ///< live()->epochs from `first` on are new
    void progressed();                   ///< evaluation progress changed, or a pause or stop was requested
    void scoringChanged();               ///< `isScoring` changed for a run
    /// Emitted once at the end of a run; `live` is empty again.
    void runFinished(const recscope::RunRecord& record);
    void runFailed(recscope::DatasetId dataset, const QString& title, const QString& message, const QString& hint);

private:
    /// A training with a job, which is running or waiting.
    struct Entry {
        QueuedRun run;
        std::shared_ptr<PauseSwitch> pause;
        std::shared_ptr<TrainingMailbox> mailbox;
        /// Whether a stop ends a run on another machine or lets it continue.
        std::shared_ptr<std::atomic<AtStop>> atStop;
    };
    void launch(QueuedRun run);
    void cleanUpOtherMachines();
    void receive(TrainingMailbox* mailbox);
    void finish(TrainingMailbox* mailbox);
    void markStopping(JobId job);
    void describe();
    Entry* entryOf(const TrainingMailbox* mailbox);
    void readQueue();
    void record(const std::vector<QueuedRun>& runs);
    void takeNames(const QStringList& tickets, const std::vector<std::string>& names);
    void forget(const QStringList& tickets);
    void recordOrder(const std::vector<QueuedRun>& runs);

    Session& m_session;
    std::vector<Entry> m_entries;  ///< the running training, then the waiting ones in queue order
    std::vector<QueuedRun> m_interrupted, m_removed;
    std::optional<LiveRun> m_live;
    std::map<RunId, QString> m_machines;  ///< for runs on other machines: where the run trains or was stopped
    std::set<RunId> m_scoring;
    std::size_t m_hiddenRuns = 0;  ///< number of removed runs when the other machines were last cleaned up
    std::map<DatasetId, TrainingEnd> m_ends;
    bool m_keepsQueue = false, m_isResumePostponed = false;
};

/// The one controller of a session, created on first use and owned by the session: all pages share it.
TrainingController& trainingOf(Session& session);

}  // namespace recscope::ui
