// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/training_controller.h"

#include <QPointer>
#include <QUuid>
#include <algorithm>

#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/remote/machine_list.h"
#include "core/store/remote_store.h"
#include "ui/jobs/kept_work.h"
#include "ui/runs/training_mailbox.h"
#include "ui/session/session.h"

namespace recscope::ui {

TrainingController& trainingOf(Session& session) {
    auto* controller = session.findChild<TrainingController*>(QString(), Qt::FindDirectChildrenOnly);
    return controller ? *controller : *new TrainingController(session, &session);
}

TrainingController::TrainingController(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&session.jobs(), &JobRunner::stopRequested, this, &TrainingController::markStopping);
    connect(&session, &Session::runsChanged, this, [this] {
        if (m_machines.empty() || m_session.hiddenRuns().size() == m_hiddenRuns) return;
        m_hiddenRuns = m_session.hiddenRuns().size();
        cleanUpOtherMachines();
    });
    if (!session.jobs().isReadOnly()) readQueue();
}

TrainingController::~TrainingController() = default;

void TrainingController::start(const std::vector<TrainRequest>& requests, const std::vector<std::string>& names,
                               const QString& machine) {
    if (m_session.rejectIfReadOnly()) return;
    std::vector<QueuedRun> added;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const TrainRequest& request = requests[i];
        const bool requested = std::any_of(added.begin(), added.end(), [&](const QueuedRun& other) {
            return other.request.dataset == request.dataset && other.request.config == request.config;
        });
        if (requested || findSameTraining(request.dataset, request.config)) continue;
        QueuedRun run;
        run.ticket = QUuid::createUuid().toString(QUuid::WithoutBraces);
        run.request = request;
        run.machine = machine;
        if (i < names.size()) run.name = run.stem = names[i];
        added.push_back(run);
    }
    if (added.empty()) return;
    m_removed.clear();
    record(added);  // before the first run requests its name
    for (const QueuedRun& run : added) launch(run);
    emit queueChanged();
}

void TrainingController::resume(const RunRecord& record, DeviceChoice device) {
    if (m_session.rejectIfReadOnly()) return;
    if (isBusy(record.id)) return;
    QueuedRun run;
    run.ticket = QUuid::createUuid().toString(QUuid::WithoutBraces);
    // An interrupted run keeps its queue entry.
    const auto left = std::find_if(m_interrupted.begin(), m_interrupted.end(),
                                   [&](const QueuedRun& other) { return other.resumes == record.id; });
    if (left != m_interrupted.end()) {
        run = *left;
        m_interrupted.erase(left);
    }
    run.request.dataset = record.dataset;
    run.request.config = configFromJson(record.config);
    run.request.runName = record.name;
    run.request.device = device;
    run.resumes = record.id;
    run.trainsThere = false;
    if (const auto entry = m_machines.find(record.id); entry != m_machines.end()) run.machine = entry->second;
    run.epochsDone = record.epochsDone;
    launch(run);
    this->record({run});
    emit queueChanged();
}

const TrainingEnd* TrainingController::end(DatasetId dataset) const {
    const auto found = m_ends.find(dataset);
    return found == m_ends.end() ? nullptr : &found->second;
}

bool TrainingController::isOpenForReadingOnly() const {
    return m_session.jobs().isReadOnly();
}

void TrainingController::dismissEnd(DatasetId dataset) {
    m_ends.erase(dataset);
    emit queueChanged();
}

void TrainingController::postponeResume() {
    m_isResumePostponed = true;
    emit queueChanged();
}

void TrainingController::resumeInterrupted() {
    for (const QueuedRun& run : std::exchange(m_interrupted, {})) launch(run);
    emit queueChanged();
}

void TrainingController::launch(QueuedRun run) {
    const QPointer<QObject> self(this);
    auto mailbox = std::make_shared<TrainingMailbox>();
    const std::weak_ptr<TrainingMailbox> address = mailbox;
    mailbox->setRing([self, address] {
        JobRunner::post(self, [self, address] {
            if (const auto mailbox = address.lock())
                static_cast<TrainingController*>(self.data())->receive(mailbox.get());
        });
    });
    auto pause = std::make_shared<PauseSwitch>();
    auto atStop = std::make_shared<std::atomic<AtStop>>(AtStop::Leave);
    const Reattach reattach = run.trainsThere ? Reattach::Follow : Reattach::Resume;
    run.job = m_session.jobs().start(
        this,
        {.title = tr("Training %1").arg(run.title()),
         .queue = WorkerQueue::Training,
         .isShownInStrip = true,
         .hiddenWhileWaiting = true},
        [mailbox, pause, atStop, reattach, machine = run.machine.toStdString(), request = run.request,
         resumes = run.resumes, entry = std::vector{toStore(run)}](JobContext& context) mutable {
            mailbox->setProgress(context.progress);
            const RemoteControl control{.pause = *pause, .stop = context.stop, .atStop = *atStop};
            // The machine is read from the workspace again, because an earlier reading may be outdated.
            if (const auto stored = resumes ? RemoteStore(context.workspace).of(*resumes) : std::nullopt; stored)
                machine = stored->machine;
            const std::optional<Machine> remote =
                machine.empty() ? std::nullopt : std::optional(listedMachine(machineListPath(), machine));
            if (resumes && remote)
                return reattachRemotely(context.workspace, *resumes, *remote, reattach, *mailbox, control);
            if (resumes)
                return resumeTraining(context.workspace, *resumes, request.device, *mailbox, *pause, context.stop);
            // Use the name that the queue shows; the entry may not be written yet.
            if (request.runName.empty()) request.runName = QueueStore(context.workspace).put(entry).front();
            if (remote) return trainRemotely(context.workspace, request, *remote, *mailbox, control);
            return train(context.workspace, request, *mailbox, *pause, context.stop);
        },
        [this, mailbox](const RunRecord& record) {
            finish(mailbox.get());
            m_ends[record.dataset] = {.run = record, .title = {}, .why = {}};
            emit runFinished(record);
            if (canScoreStopped(record) && !m_keepsQueue) score(record);
        },
        [this, mailbox, dataset = run.request.dataset](const QString& message, const QString& hint) {
            const Entry* entry = entryOf(mailbox.get());
            const QString title = entry ? entry->run.title() : QString();
            finish(mailbox.get());
            m_ends[dataset] = {.run = {}, .title = title, .why = (message + QLatin1Char(' ') + hint).trimmed()};
            emit runFailed(dataset, title, message, hint);
        },
        [this, mailbox] { finish(mailbox.get()); });
    markAsKeepingWork(m_session.jobs(), run.job);
    m_entries.push_back({std::move(run), pause, mailbox, atStop});
}

// Uses `WorkerQueue::Import`, because the next run may already train in `WorkerQueue::Training`.
void TrainingController::score(const RunRecord& run) {
    if (m_session.rejectIfReadOnly()) return;
    if (!canScoreStopped(run) || !m_scoring.insert(run.id).second) return;
    const auto ended = [this, id = run.id] {
        m_scoring.erase(id);
        m_session.refreshRuns();
        emit scoringChanged();
    };
    m_session.jobs().start(
        this,
        {.title = tr("Scoring %1 on test").arg(QString::fromStdString(run.name)),
         .queue = WorkerQueue::Import,
         .isShownInStrip = true},
        [id = run.id](JobContext& context) {
            return scoreStopped(context.workspace, id, DeviceChoice::Auto, context.progress, context.stop);
        },
        [this, ended](const RunRecord& scored) {
            if (const auto end = m_ends.find(scored.dataset);
                end != m_ends.end() && end->second.run && end->second.run->id == scored.id)
                end->second.run = scored;
            ended();
        },
        [this, ended](const QString& message, const QString& hint) {
            m_session.notify(message, hint, Severity::Error);
            ended();
        },
        ended);
    emit scoringChanged();
}

TrainingController::Entry* TrainingController::entryOf(const TrainingMailbox* mailbox) {
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& entry) { return entry.mailbox.get() == mailbox; });
    return found == m_entries.end() ? nullptr : &*found;
}

const QueuedRun* TrainingController::current() const {
    return m_entries.empty() ? nullptr : &m_entries.front().run;
}

std::vector<QueuedRun> TrainingController::queue() const {
    std::vector<QueuedRun> waiting;
    for (std::size_t i = 1; i < m_entries.size(); ++i) waiting.push_back(m_entries[i].run);
    return waiting;
}

bool TrainingController::isBusy(RunId run) const {
    if (m_live && m_live->record.id == run) return true;
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [run](const Entry& entry) { return entry.run.resumes == run; });
}

const QueuedRun* TrainingController::findSameTraining(DatasetId dataset, const RunConfig& config) const {
    const auto same = [&](const QueuedRun& run) {
        return run.request.dataset == dataset && run.request.config == config;
    };
    for (const Entry& entry : m_entries)
        if (same(entry.run)) return &entry.run;
    for (const QueuedRun& run : m_interrupted)
        if (same(run)) return &run;
    return nullptr;
}

QString TrainingController::datasetName(const QueuedRun& run) const {
    for (const DatasetInfo& dataset : m_session.datasets())
        if (dataset.id == run.request.dataset) return QString::fromStdString(dataset.name);
    return {};
}

void TrainingController::receive(TrainingMailbox* mailbox) {
    Entry* entry = entryOf(mailbox);
    if (!entry) return;  // the end of this training was handled already
    TrainingEvents events = mailbox->take();
    if (events.started) {
        m_live.emplace();
        m_live->job = entry->run.job;
        m_live->record = *events.started;
        m_live->references = std::move(events.references);
        m_live->machine = entry->run.machine;
        if (!m_live->machine.isEmpty()) m_machines[events.started->id] = m_live->machine;
        entry->run.resumes = events.started->id;
        entry->run.request.runName = events.started->name;
        record({entry->run});
        m_ends.erase(events.started->dataset);
        m_session.refreshRuns();
        emit runStarted();
        emit queueChanged();
    }
    if (!m_live) return;
    m_live->notified = QString::fromStdString(events.notified);
    m_live->trainsThere = events.trainsThere;
    m_live->paused = entry->pause->isPaused();
    if (events.record) m_live->record = *events.record;
    m_live->evaluating = events.evaluating;
    m_live->usersDone = events.usersDone;
    m_live->usersTotal = events.usersTotal;
    if (!events.steps.empty()) {
        const std::size_t first = m_live->steps.size();
        m_live->steps.insert(m_live->steps.end(), events.steps.begin(), events.steps.end());
        emit stepsDone(first);
    }
    if (m_live && !events.epochs.empty()) {
        const std::size_t first = m_live->epochs.size();
        m_live->epochs.insert(m_live->epochs.end(), events.epochs.begin(), events.epochs.end());
        m_session.refreshRuns();
        emit epochsDone(first);
    }
    describe();
    emit progressed();
}

// The job strip shows the same text as the Train page.
void TrainingController::describe() {
    if (!m_live) return;
    const std::size_t waiting = m_entries.size() - 1;
    QString details = m_live->details();
    if (waiting > 0)
        details += QStringLiteral(" · ") + (waiting == 1 ? tr("1 run waits") : tr("%1 runs wait").arg(waiting));
    m_session.jobs().describe(m_live->job, m_live->headline(), details);
}

void TrainingController::finish(TrainingMailbox* mailbox) {
    receive(mailbox);
    const Entry* entry = entryOf(mailbox);
    if (!entry) return;
    if (m_live && m_live->job == entry->run.job) m_live.reset();
    if (!m_keepsQueue) forget({entry->run.ticket});
    m_entries.erase(m_entries.begin() + (entry - m_entries.data()));
    m_session.refreshRuns();
    emit queueChanged();
}

void TrainingController::setPaused(bool paused) {
    if (!m_live || m_entries.empty()) return;
    Entry& entry = m_entries.front();
    if (paused)
        entry.pause->pause();
    else
        entry.pause->resume();
    m_live->paused = paused;
    receive(entry.mailbox.get());  // delivers the last steps before the pause
}

void TrainingController::stop() {
    if (!m_entries.empty()) m_session.jobs().cancel(m_entries.front().run.job);
}

void TrainingController::markStopping(JobId job) {
    // Closing the window does not end runs on other machines.
    if (!m_keepsQueue)
        for (const Entry& entry : m_entries)
            if (entry.run.job == job) *entry.atStop = AtStop::End;
    if (!m_live || m_live->job != job) return;
    m_live->stopping = true;
    describe();
    emit progressed();
}

}  // namespace recscope::ui
