// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/training_controller.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/train/presets.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr std::chrono::milliseconds kPostEvery{100};

}  // namespace

/// What the training thread has told and the GUI thread has not fetched yet.
struct TrainingController::Mailbox {
    std::mutex mutex;
    std::optional<RunRecord> started, record;
    std::vector<Reference> references;
    std::vector<StepInfo> steps;
    std::vector<EpochInfo> epochs;
    std::optional<Split> evaluating;
    std::int64_t usersDone = 0, usersTotal = 0;
    bool posted = false;
    std::chrono::steady_clock::time_point lastPost{};
};

/// Puts what the trainer tells into the mailbox and rings at most every `kPostEvery`; a start and an epoch ring at
/// once.
class TrainingController::Observer : public TrainObserver {
public:
    Observer(QPointer<QObject> controller, std::shared_ptr<Mailbox> mailbox, ProgressSink progress)
        : m_controller(std::move(controller)), m_mailbox(std::move(mailbox)), m_progress(std::move(progress)) {}

    void runStarted(const RunRecord& run, const std::vector<Reference>& references) override {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->started = run;
        m_mailbox->references = references;
        ring(/*now=*/true);
    }

    void stepDone(const StepInfo& step) override {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->steps.push_back(step);
        m_mailbox->evaluating.reset();
        ring(/*now=*/false);
        QString stage = tr("epoch %1/%2").arg(step.epoch).arg(step.epochs);
        if (step.sequencesPerSecond > 0) stage += QStringLiteral(" · ") + rateText(step.sequencesPerSecond);
        if (step.secondsLeft > 0) stage += QStringLiteral(" · ") + tr("%1 left").arg(durationText(step.secondsLeft));
        m_progress({stage.toStdString(), step.step, step.stepsPerEpoch * step.epochs, {}});
    }

    void epochDone(const RunRecord& run, const EpochInfo& epoch) override {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->record = run;
        m_mailbox->epochs.push_back(epoch);
        m_mailbox->evaluating.reset();
        ring(/*now=*/true);
    }

    void evaluating(Split split, std::int64_t done, std::int64_t total) override {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->evaluating = split;
        m_mailbox->usersDone = done;
        m_mailbox->usersTotal = total;
        ring(/*now=*/false);
    }

private:
    // Under the mailbox's lock. One call is under way at most, so a slow GUI thread is never flooded.
    void ring(bool now) {
        const auto time = std::chrono::steady_clock::now();
        if (m_mailbox->posted || (!now && time - m_mailbox->lastPost < kPostEvery)) return;
        m_mailbox->posted = true;
        m_mailbox->lastPost = time;
        JobRunner::post(m_controller, [controller = m_controller, mailbox = m_mailbox] {
            static_cast<TrainingController*>(controller.data())->receive(mailbox);
        });
    }

    QPointer<QObject> m_controller;
    std::shared_ptr<Mailbox> m_mailbox;
    ProgressSink m_progress;
};

TrainingController::TrainingController(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

TrainingController::~TrainingController() = default;

template <class Train>
JobId TrainingController::launch(const QString& title, std::optional<RunId> resumes, Train train) {
    auto mailbox = std::make_shared<Mailbox>();
    auto pause = std::make_shared<PauseSwitch>();
    const QPointer<QObject> self(this);
    const JobId job = m_session.jobs().start(
        this, {.title = tr("Training %1").arg(title), .lane = Lane::Training, .inStrip = true},
        [=](JobContext& context) {
            Observer observer(self, mailbox, context.progress);
            return train(context, observer, *pause);
        },
        [this, mailbox](const RunRecord& record) {
            finish(mailbox);
            emit runFinished(record);
        },
        [this, mailbox, title](const QString& message, const QString& hint) {
            finish(mailbox);
            emit runFailed(title, message, hint);
        },
        [this, mailbox] { finish(mailbox); });
    m_orders.push_back({job, title, resumes, pause, mailbox});
    emit queueChanged();
    return job;
}

JobId TrainingController::start(const TrainRequest& request) {
    const QString title =
        QString::fromStdString(request.runName.empty() ? modelInfo(request.config.model).title : request.runName);
    return launch(title, {}, [request](JobContext& context, TrainObserver& observer, PauseSwitch& pause) {
        return train(context.workspace, request, observer, pause, context.stop);
    });
}

JobId TrainingController::resume(const RunRecord& run, DeviceChoice device) {
    return launch(QString::fromStdString(run.name), run.id,
                  [id = run.id, device](JobContext& context, TrainObserver& observer, PauseSwitch& pause) {
                      return resumeTraining(context.workspace, id, device, observer, pause, context.stop);
                  });
}

TrainingController::Order* TrainingController::orderOf(const std::shared_ptr<Mailbox>& mailbox) {
    const auto found =
        std::find_if(m_orders.begin(), m_orders.end(), [&](const Order& order) { return order.mailbox == mailbox; });
    return found == m_orders.end() ? nullptr : &*found;
}

std::vector<QueuedRun> TrainingController::queue() const {
    std::vector<QueuedRun> waiting;
    for (std::size_t i = 1; i < m_orders.size(); ++i) waiting.push_back({m_orders[i].job, m_orders[i].title});
    return waiting;
}

bool TrainingController::isBusy(RunId run) const {
    if (m_live && m_live->record.id == run) return true;
    return std::any_of(m_orders.begin(), m_orders.end(), [run](const Order& order) { return order.resumes == run; });
}

void TrainingController::receive(const std::shared_ptr<Mailbox>& mailbox) {
    const Order* order = orderOf(mailbox);
    if (!order) return;  // its end was told already
    std::optional<RunRecord> started, record;
    std::vector<StepInfo> steps;
    std::vector<EpochInfo> epochs;
    std::vector<Reference> references;
    std::optional<Split> evaluating;
    std::int64_t usersDone, usersTotal;
    {
        const std::lock_guard lock(mailbox->mutex);
        mailbox->posted = false;
        started.swap(mailbox->started);
        record.swap(mailbox->record);
        steps.swap(mailbox->steps);
        epochs.swap(mailbox->epochs);
        references.swap(mailbox->references);
        evaluating = mailbox->evaluating;
        usersDone = mailbox->usersDone;
        usersTotal = mailbox->usersTotal;
    }
    if (started) {
        m_live.emplace();
        m_live->job = order->job;
        m_live->record = *started;
        m_live->references = std::move(references);
        m_live->paused = order->pause->isPaused();
        m_session.refreshRuns();
        emit runStarted();
        emit queueChanged();
    }
    if (!m_live) return;
    if (record) m_live->record = *record;
    m_live->evaluating = evaluating;
    m_live->usersDone = usersDone;
    m_live->usersTotal = usersTotal;
    if (!steps.empty()) {
        const std::size_t first = m_live->steps.size();
        m_live->steps.insert(m_live->steps.end(), steps.begin(), steps.end());
        emit stepsDone(first);
    }
    if (m_live && !epochs.empty()) {
        const std::size_t first = m_live->epochs.size();
        m_live->epochs.insert(m_live->epochs.end(), epochs.begin(), epochs.end());
        m_session.refreshRuns();
        emit epochsDone(first);
    }
    emit progressed();
}

void TrainingController::finish(const std::shared_ptr<Mailbox>& mailbox) {
    receive(mailbox);
    const Order* order = orderOf(mailbox);
    if (!order) return;
    if (m_live && m_live->job == order->job) m_live.reset();
    m_orders.erase(m_orders.begin() + (order - m_orders.data()));
    m_session.refreshRuns();
    emit queueChanged();
}

void TrainingController::setPaused(bool paused) {
    if (!m_live || m_orders.empty()) return;
    Order& order = m_orders.front();
    if (paused)
        order.pause->pause();
    else
        order.pause->resume();
    m_live->paused = paused;
    receive(order.mailbox);  // the last steps before the pause
}

void TrainingController::stop() {
    if (m_orders.empty()) return;
    if (m_live) m_live->stopping = true;
    m_session.jobs().cancel(m_orders.front().job);
    emit progressed();
}

void TrainingController::removeQueued(JobId job) {
    m_session.jobs().cancel(job);
}

TrainingController& trainingOf(Session& session) {
    auto* controller = session.findChild<TrainingController*>(QString(), Qt::FindDirectChildrenOnly);
    return controller ? *controller : *new TrainingController(session, &session);
}

}  // namespace recscope::ui
