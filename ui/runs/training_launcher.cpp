// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/training_launcher.h"

#include <QPointer>
#include <algorithm>
#include <atomic>

#include "core/store/queue_store.h"
#include "ui/jobs/kept_work.h"
#include "ui/runs/remote_trainings.h"
#include "ui/runs/training_mailbox.h"

namespace recscope::ui {

/// A training with a job, which is running or waiting. The job's thread and the GUI thread share it.
struct TrainingLauncher::Launch {
    JobId job = 0;    ///< for the GUI thread only
    QString machine;  ///< the machine it trains on; empty = this machine
    PauseSwitch pause;
    TrainingMailbox mailbox;
    /// Whether a stop ends a run on another machine or lets it continue.
    std::atomic<AtStop> atStop = AtStop::Leave;
};

TrainingLauncher::TrainingLauncher(JobRunner& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {
    connect(&jobs, &JobRunner::stopRequested, this, &TrainingLauncher::markStopping);
}

JobId TrainingLauncher::launch(const QueuedRun& run) {
    const QPointer<QObject> self(this);
    auto launch = std::make_shared<Launch>();
    launch->machine = run.machine;
    const std::weak_ptr<Launch> weakLaunch = launch;
    launch->mailbox.setRing([self, weakLaunch] {
        JobRunner::post(self, [self, weakLaunch] {
            if (const auto launch = weakLaunch.lock())
                static_cast<TrainingLauncher*>(self.data())->receive(launch.get());
        });
    });
    launch->job = m_jobs.start(
        this,
        {.title = tr("Training %1").arg(run.title()),
         .queue = WorkerQueue::Training,
         .isShownInStrip = true,
         .hiddenWhileWaiting = true},
        [launch, run](JobContext& context) {
            TrainingMailbox& mailbox = launch->mailbox;
            mailbox.setProgress(context.progress);
            const RemoteControl control{.pause = launch->pause, .stop = context.stop, .atStop = launch->atStop};
            const std::optional<Machine> remote = RemoteTrainings::findMachine(run, context.workspace);
            if (run.resumes && remote)
                return reattachRemotely(context.workspace, *run.resumes, *remote,
                                        run.trainsThere ? Reattach::Follow : Reattach::Resume, mailbox, control);
            TrainRequest request = run.request;
            if (run.resumes)
                return resumeTraining(context.workspace, *run.resumes, request.device, mailbox, launch->pause,
                                      context.stop);
            // Use the name that the queue shows; the entry may not be written yet.
            if (request.runName.empty())
                request.runName = QueueStore(context.workspace).put(std::vector{toStore(run)}).front();
            if (remote) return trainRemotely(context.workspace, request, *remote, mailbox, control);
            return train(context.workspace, request, mailbox, launch->pause, context.stop);
        },
        [this, launch](const RunRecord& record) {
            end(launch.get());
            emit finished(launch->job, record);
        },
        [this, launch, dataset = run.request.dataset](const QString& message, const QString& hint) {
            end(launch.get());
            emit failed(launch->job, dataset, message, hint);
        },
        [this, launch] {
            end(launch.get());
            emit cancelled(launch->job);
        });
    markAsKeepingWork(m_jobs, launch->job);
    m_launches.push_back(launch);
    return launch->job;
}

void TrainingLauncher::drop(JobId job) {
    m_jobs.cancel(job);
    std::erase_if(m_launches, [job](const std::shared_ptr<Launch>& launch) { return launch->job == job; });
}

bool TrainingLauncher::reorder(const std::vector<JobId>& jobs) {
    return m_jobs.reorder(WorkerQueue::Training, jobs);
}

void TrainingLauncher::stop(JobId job) {
    m_jobs.cancel(job);
}

void TrainingLauncher::receive(Launch* launch) {
    const auto isSame = [launch](const std::shared_ptr<Launch>& other) { return other.get() == launch; };
    if (std::none_of(m_launches.begin(), m_launches.end(), isSame)) return;  // its end was handled already
    TrainingEvents events = launch->mailbox.take();
    if (events.started) {
        m_live.emplace();
        m_live->job = launch->job;
        m_live->record = *events.started;
        m_live->references = std::move(events.references);
        m_live->machine = launch->machine;
        emit started(launch->job);
    }
    if (!m_live) return;
    m_live->notified = QString::fromStdString(events.notified);
    m_live->trainsThere = events.trainsThere;
    m_live->paused = launch->pause.isPaused();
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
        emit epochsDone(first);
    }
    emit progressed();
}

void TrainingLauncher::describe(std::size_t waiting) {
    if (!m_live) return;
    QString details = m_live->details();
    if (waiting > 0)
        details += QStringLiteral(" · ") + (waiting == 1 ? tr("1 run waits") : tr("%1 runs wait").arg(waiting));
    m_jobs.describe(m_live->job, m_live->headline(), details);
}

void TrainingLauncher::end(Launch* launch) {
    receive(launch);
    if (m_live && m_live->job == launch->job) m_live.reset();
    std::erase_if(m_launches, [launch](const std::shared_ptr<Launch>& other) { return other.get() == launch; });
}

void TrainingLauncher::setPaused(bool paused) {
    const auto launch = std::find_if(m_launches.begin(), m_launches.end(),
                                     [this](const auto& other) { return m_live && other->job == m_live->job; });
    if (launch == m_launches.end()) return;
    if (paused)
        (*launch)->pause.pause();
    else
        (*launch)->pause.resume();
    m_live->paused = paused;
    receive(launch->get());  // delivers the last steps before the pause
}

void TrainingLauncher::markStopping(JobId job) {
    // Closing the window does not end runs on other machines.
    if (!m_keepsRemoteRuns)
        for (const std::shared_ptr<Launch>& launch : m_launches)
            if (launch->job == job) launch->atStop = AtStop::End;
    if (!m_live || m_live->job != job) return;
    m_live->stopping = true;
    emit progressed();
}

}  // namespace recscope::ui
