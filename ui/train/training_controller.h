// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/train/trainer.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

class Session;

/// Where the run that trains now stands; everything since it began in this process.
struct LiveRun {
    JobId job = 0;
    RunRecord record;
    std::vector<Reference> references;
    std::vector<StepInfo> steps;    ///< since the start or the resumption
    std::vector<EpochInfo> epochs;  ///< the same
    std::optional<Split> evaluating;
    std::int64_t usersDone = 0, usersTotal = 0;  ///< of the evaluation under way
    bool paused = false, stopping = false;
};

/// A run that waits for the one before it.
struct QueuedRun {
    JobId job = 0;
    QString title;
};

/// Starts, queues, pauses and stops trainings, and brings what they tell to the GUI thread at most ten times a second,
/// however fast the steps are.
class TrainingController : public QObject {
    Q_OBJECT
public:
    explicit TrainingController(Session& session, QObject* parent = nullptr);
    ~TrainingController() override;

    /// Trains now, or after those started before.
    JobId start(const TrainRequest& request);
    JobId resume(const RunRecord& run, DeviceChoice device);

    bool isTraining() const { return m_live.has_value(); }
    const std::optional<LiveRun>& live() const { return m_live; }
    std::vector<QueuedRun> queue() const;
    /// True while this process trains the run or will resume it.
    bool isBusy(RunId run) const;

public slots:
    void setPaused(bool paused);
    /// Ends the run that trains now safely; its best weights stay and it can be resumed.
    void stop();
    void removeQueued(recscope::ui::JobId job);

signals:
    void queueChanged();
    void runStarted();                   ///< live() holds it
    void stepsDone(std::size_t first);   ///< live()->steps from `first` on are new
    void epochsDone(std::size_t first);  ///< live()->epochs from `first` on are new
    void progressed();                   ///< evaluation progress, pause or stop asked for
    /// The last words about a run; `live` is empty again.
    void runFinished(const recscope::RunRecord& record);
    void runFailed(const QString& title, const QString& message, const QString& hint);

private:
    class Observer;
    struct Mailbox;
    struct Order {
        JobId job = 0;
        QString title;
        std::optional<RunId> resumes;
        std::shared_ptr<PauseSwitch> pause;
        std::shared_ptr<Mailbox> mailbox;
    };
    template <class Train>
    JobId launch(const QString& title, std::optional<RunId> resumes, Train train);
    void receive(const std::shared_ptr<Mailbox>& mailbox);
    void finish(const std::shared_ptr<Mailbox>& mailbox);
    Order* orderOf(const std::shared_ptr<Mailbox>& mailbox);

    Session& m_session;
    std::vector<Order> m_orders;  ///< the running one and the waiting ones, in order
    std::optional<LiveRun> m_live;
};

/// The one controller of a session, made when first asked for and owned by it: pages share what trains.
TrainingController& trainingOf(Session& session);

}  // namespace recscope::ui
