// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/training_controller.h"

#include <algorithm>

#include "core/recommender/evaluate.h"
#include "ui/runs/remote_trainings.h"
#include "ui/runs/training_launcher.h"
#include "ui/session/session.h"

namespace recscope::ui {

TrainingController& trainingOf(Session& session) {
    auto* controller = session.findChild<TrainingController*>(QString(), Qt::FindDirectChildrenOnly);
    return controller ? *controller : *new TrainingController(session, &session);
}

TrainingController::TrainingController(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_launcher(*new TrainingLauncher(session.jobs(), this)),
      m_queue(*new TrainingQueue(session.jobs(), m_launcher, this)),
      m_remote(*new RemoteTrainings(session, this)),
      m_ended(*new EndedTrainings(session, this)) {
    connectParts();
    if (!session.jobs().isReadOnly()) readQueue();
}

void TrainingController::connectParts() {
    connect(&m_queue, &TrainingQueue::changed, this, [this] {
        describe();
        emit queueChanged();
    });
    connect(&m_launcher, &TrainingLauncher::started, this, &TrainingController::handleStart);
    connect(&m_launcher, &TrainingLauncher::stepsDone, this, &TrainingController::stepsDone);
    connect(&m_launcher, &TrainingLauncher::epochsDone, this, [this](std::size_t first) {
        m_session.refreshRuns();
        emit epochsDone(first);
    });
    connect(&m_launcher, &TrainingLauncher::progressed, this, [this] {
        describe();
        emit progressed();
    });
    connect(&m_launcher, &TrainingLauncher::finished, this, [this](JobId job, const RunRecord& record) {
        handleEnd(job);
        m_ended.setLast(record.dataset, {.run = record, .title = {}, .why = {}});
        emit runFinished(record);
        if (canScoreStopped(record) && !m_keepsQueue) m_ended.score(record);
    });
    connect(&m_launcher, &TrainingLauncher::failed, this,
            [this](JobId job, DatasetId dataset, const QString& message, const QString& hint) {
                const QString title = handleEnd(job);
                const QString why = (message + QLatin1Char(' ') + hint).trimmed();
                m_ended.setLast(dataset, {.run = {}, .title = title, .why = why});
                emit runFailed(dataset, title, message, hint);
            });
    connect(&m_launcher, &TrainingLauncher::cancelled, this, &TrainingController::handleEnd);
}

void TrainingController::start(const std::vector<TrainRequest>& requests, const std::vector<std::string>& names,
                               const QString& machine) {
    if (m_session.rejectIfReadOnly()) return;
    m_queue.append(requests, names, machine);
}

void TrainingController::resume(const RunRecord& run, DeviceChoice device) {
    if (m_session.rejectIfReadOnly()) return;
    m_queue.appendResumed(run, device, m_remote.machineOf(run.id));
}

const std::optional<LiveRun>& TrainingController::live() const {
    return m_launcher.live();
}

bool TrainingController::isOpenForReadingOnly() const {
    return m_session.jobs().isReadOnly();
}

bool TrainingController::continuesWithoutWindow() const {
    const auto& run = live();
    return isBusy() && m_queue.waiting().empty() && run && !run->machine.isEmpty() && run->trainsThere;
}

void TrainingController::keepQueue() {
    m_keepsQueue = true;
    m_queue.keep();
    m_launcher.keepRemoteRuns();
}

void TrainingController::setPaused(bool paused) {
    m_launcher.setPaused(paused);
}

void TrainingController::stop() {
    if (const QueuedRun* run = m_queue.current()) m_launcher.stop(run->job);
}

void TrainingController::describe() {
    m_launcher.describe(m_queue.waiting().size());
}

void TrainingController::handleStart(JobId job) {
    const LiveRun& run = *live();
    if (!run.machine.isEmpty()) m_remote.setMachine(run.record.id, run.machine);
    m_queue.setStarted(job, run.record);
    m_ended.forget(run.record.dataset);
    m_session.refreshRuns();
    emit runStarted();
    emit queueChanged();
}

QString TrainingController::handleEnd(JobId job) {
    const auto run = m_queue.takeEnded(job);
    if (!run) return {};
    m_session.refreshRuns();
    emit queueChanged();
    return run->title();
}

// Called in the constructor, so that the queue is read before this process adds entries to it.
void TrainingController::readQueue() {
    /// What an earlier process left.
    struct Left {
        std::vector<QueuedRun> runs;
        StoredMachines machines;
    };
    m_session.jobs().start(
        this, {.title = tr("Reading the queue"), .queue = WorkerQueue::Record},
        [](JobContext& context) {
            Left left{TrainingQueue::read(context.workspace), RemoteTrainings::read(context.workspace)};
            for (QueuedRun& run : left.runs) RemoteTrainings::setMachine(run, left.machines, context.workspace);
            return left;
        },
        [this](Left left) {
            m_remote.add(left.machines);
            const auto interrupted = std::stable_partition(
                left.runs.begin(), left.runs.end(),
                [&](const QueuedRun& run) { return RemoteTrainings::isFollowed(run, left.machines.listed); });
            m_queue.restore({left.runs.begin(), interrupted}, {interrupted, left.runs.end()});
        });
}

}  // namespace recscope::ui
