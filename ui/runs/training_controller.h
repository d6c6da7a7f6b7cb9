// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "ui/runs/ended_trainings.h"
#include "ui/runs/live_run.h"
#include "ui/runs/training_queue.h"

namespace recscope::ui {

class RemoteTrainings;
class Session;
class TrainingLauncher;

/// Trains the runs that the pages request: connects the queue, the launcher, the runs on other machines and the ended
/// trainings. Of the runs that an earlier process left, only those that still train on a machine of the list are
/// continued automatically.
class TrainingController : public QObject {
    Q_OBJECT
public:
    explicit TrainingController(Session& session, QObject* parent = nullptr);

    TrainingQueue& queue() const { return m_queue; }
    EndedTrainings& ended() const { return m_ended; }

    /// Queues these trainings in this order, after those started earlier; if nothing is training, the first one starts
    /// immediately. Skips requests that are already queued (`TrainingQueue::findSameTraining`). `names[i]` becomes the
    /// name of the run of `requests[i]` if that request has none; a number is appended if another run has the same
    /// name. The runs train on `machine`, an entry of this computer's list of machines; empty = this machine.
    void start(const std::vector<TrainRequest>& requests, const std::vector<std::string>& names = {},
               const QString& machine = {});
    void start(const TrainRequest& request) { start(std::vector{request}); }
    void resume(const RunRecord& run, DeviceChoice device);

    /// The run that trains now.
    const std::optional<LiveRun>& live() const;
    bool isTraining() const { return live().has_value(); }
    /// True if a run is training or about to start.
    bool isBusy() const { return m_queue.current() != nullptr; }
    /// True if the workspace is open for reading only. Runs in state Running are then trained by another process.
    bool isOpenForReadingOnly() const;
    /// True if closing the window interrupts nothing: the current run trains on another machine, and no other run
    /// waits.
    bool continuesWithoutWindow() const;
    /// Call before closing: the runs stay in the workspace's queue, and those on other machines continue.
    void keepQueue();

public slots:
    void setPaused(bool paused);
    /// Safely ends the run that trains now; its best weights are kept and it can be resumed.
    void stop();

signals:
    void queueChanged();
    void runStarted();                   ///< live() has the run
    void stepsDone(std::size_t first);   ///< live()->steps from `first` on are new
    void epochsDone(std::size_t first);  ///< live()->epochs from `first` on are new
    void progressed();                   ///< evaluation progress changed, or a pause or stop was requested
    /// Emitted once at the end of a run; `live` is empty again.
    void runFinished(const recscope::RunRecord& record);
    void runFailed(recscope::DatasetId dataset, const QString& title, const QString& message, const QString& hint);

private:
    void connectParts();
    void readQueue();
    void describe();
    void handleStart(JobId job);
    /// Returns the title of the run; empty if it was removed from the queue.
    QString handleEnd(JobId job);

    Session& m_session;
    TrainingLauncher& m_launcher;
    TrainingQueue& m_queue;
    RemoteTrainings& m_remote;
    EndedTrainings& m_ended;
    bool m_keepsQueue = false;
};

/// The one controller of a session, created on first use and owned by the session: all pages share it.
TrainingController& trainingOf(Session& session);

}  // namespace recscope::ui
