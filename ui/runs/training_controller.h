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
#include "core/train/trainer.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

class Session;
class TrainingMailbox;

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
    QString notified;          ///< what keeps it from going on at the moment: "The line to box is broken; …"
    QString machine;           ///< it trains on; empty = this one
    bool trainsThere = false;  ///< on that machine: it was seen alive there

    const EpochInfo* lastValidated() const;  ///< null: none yet
    /// The last validation was the best so far, or there was none.
    bool bestIsLast() const;

    // What every screen says of it.
    QString state() const;     ///< "Training", "Paused", "Stopping"
    QString headline() const;  ///< "Training SASRec 3", "Training SASRec 3, no better since epoch 4"
    /// What patience makes of that, in a sentence for a tooltip; empty while the last validation was the best.
    QString aboutPatience() const;
    QString details() const;  ///< "epoch 3 of 12 · 455 seq/s · 2 min left · cpu, 2 threads"
};

/// A training that was asked for.
struct QueuedRun {
    QString ticket;  ///< its name in the workspace's queue
    TrainRequest request;
    std::optional<RunId> resumes;  ///< the run it goes on with
    std::int64_t epochsDone = 0;   ///< of that run
    std::string name;              ///< the one it will get, where the request has none; empty until it is known
    std::string stem;              ///< what that is made of; empty = the model's title
    JobId job = 0;                 ///< 0 = left by an earlier start, nothing is done for it yet
    QString machine = {};          ///< it trains on ("ada@box"); empty = this one
    bool trainsThere = false;      ///< on that machine, while nobody looks

    QString title() const;  ///< what the run is or will be called; the model's name for the moment until that is known
    /// "SASRec 3 was stopped in epoch 8 of 12", "BERT4Rec waits".
    QString standing() const;
};

/// How the last training of a dataset ended.
struct TrainingEnd {
    std::optional<RunRecord> run;  ///< finished or stopped; none = it failed
    QString title, why;            ///< of a failed one
};

enum class QueueMove { Earlier, Later };

/// Starts, queues, pauses and stops trainings, and brings what they tell to the GUI thread at most ten times a second,
/// however fast the steps are. The queue is kept in the workspace: what an earlier start left there is held until
/// somebody asks for it.
class TrainingController : public QObject {
    Q_OBJECT
public:
    explicit TrainingController(Session& session, QObject* parent = nullptr);
    ~TrainingController() override;

    /// Trains now, or after those started before, in this order. What is there already (`sameAs`) is left out. `names`
    /// by request, for those without one: they get it, with a number where another run has it.
    /// On `machine`, which is in the person's list, or here.
    void start(const std::vector<TrainRequest>& requests, const std::vector<std::string>& names = {},
               const QString& machine = {});
    void start(const TrainRequest& request) { start(std::vector{request}); }
    void resume(const RunRecord& run, DeviceChoice device);

    /// Ranks test with the best weights of a stopped run, beside what trains; `runsChanged` says when it is done. A run
    /// that is stopped here is scored by itself.
    void score(const RunRecord& run);
    bool isScoring(RunId run) const { return m_scoring.contains(run); }

    bool isTraining() const { return m_live.has_value(); }
    /// Something trains or is about to.
    bool isBusy() const { return !m_orders.empty(); }
    const std::optional<LiveRun>& live() const { return m_live; }
    /// The run that trains or is about to; null if none does.
    const QueuedRun* current() const;
    std::vector<QueuedRun> queue() const;  ///< waits for the current one
    const std::vector<QueuedRun>& interrupted() const { return m_interrupted; }
    /// Somebody was asked and does not want to go on with them now.
    bool isInterruptedPutOff() const { return m_putOff; }
    /// Until it is dismissed or another training begins there; null then.
    const TrainingEnd* end(DatasetId dataset) const;
    /// Taken out last, can come back.
    const std::vector<QueuedRun>& removed() const { return m_removed; }
    /// Whether `moveQueued` would change something.
    bool canMove(const QStringList& tickets, QueueMove move) const;
    /// True while this process trains the run or will resume it.
    bool isBusy(RunId run) const;
    /// The training with the same values and seed on the same dataset that is under way or waits; null if none.
    const QueuedRun* sameAs(DatasetId dataset, const RunConfig& config) const;
    QString datasetName(const QueuedRun& run) const;
    /// Whether the run that trains goes on without the window, and nothing waits for it.
    bool goesOnAlone() const;

    /// What is under way or waits from now on stays in the workspace's queue however it ends.
    void keepQueue() { m_keepsQueue = true; }

public slots:
    void setPaused(bool paused);
    /// Ends the run that trains now safely; its best weights stay and it can be resumed.
    void stop();
    /// Takes runs out that wait or were left by an earlier start.
    void removeQueued(const QStringList& tickets);
    void undoRemove();
    /// Lets runs that wait, or were left by an earlier start, change with the one before or after them.
    void moveQueued(const QStringList& tickets, recscope::ui::QueueMove move);
    /// Trains what an earlier start left, in its order.
    void resumeInterrupted();
    void putOffInterrupted();
    void dismissEnd(recscope::DatasetId dataset);

signals:
    void queueChanged();
    void runStarted();                   ///< live() holds it
    void stepsDone(std::size_t first);   ///< live()->steps from `first` on are new
    void epochsDone(std::size_t first);  ///< live()->epochs from `first` on are new
    void progressed();                   ///< evaluation progress, pause or stop asked for
    void scoringChanged();               ///< `isScoring` of a run
    /// The last words about a run; `live` is empty again.
    void runFinished(const recscope::RunRecord& record);
    void runFailed(recscope::DatasetId dataset, const QString& title, const QString& message, const QString& hint);

private:
    struct Order {
        QueuedRun run;
        std::shared_ptr<PauseSwitch> pause;
        std::shared_ptr<TrainingMailbox> mailbox;
        std::shared_ptr<std::atomic<AtStop>> atStop;  ///< of a run on another machine
    };
    void launch(QueuedRun run);
    void cleanUpThere();
    void receive(TrainingMailbox* mailbox);
    void finish(TrainingMailbox* mailbox);
    void markStopping(JobId job);
    void describe();
    Order* orderOf(const TrainingMailbox* mailbox);
    void readQueue();
    void record(const std::vector<QueuedRun>& runs);
    void takeNames(const QStringList& tickets, const std::vector<std::string>& names);
    void forget(const QStringList& tickets);
    void recordOrder(const std::vector<QueuedRun>& runs);

    Session& m_session;
    std::vector<Order> m_orders;  ///< the running one and the waiting ones, in order
    std::vector<QueuedRun> m_interrupted, m_removed;
    std::optional<LiveRun> m_live;
    std::map<RunId, QString> m_machines;  ///< of runs that train or were stopped elsewhere
    std::set<RunId> m_scoring;
    std::size_t m_hiddenRuns = 0;  ///< when it was last looked for what is left of them there
    std::map<DatasetId, TrainingEnd> m_ends;
    bool m_keepsQueue = false, m_putOff = false;
};

/// The one controller of a session, made when first asked for and owned by it: pages share what trains.
TrainingController& trainingOf(Session& session);

}  // namespace recscope::ui
