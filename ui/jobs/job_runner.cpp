// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/job_runner.h"

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <thread>

#include "core/store/workspace.h"
#include "core/store/workspace_lock.h"
#include "core/util/error.h"

namespace recscope::ui {

namespace {

constexpr int kQueueCount = 5;
constexpr int kProgressMilliseconds = 100;  // about 10 updates a second

enum class Ending { Finished, Failed, Cancelled };

/// True for worker queues whose jobs may run for minutes.
bool isLong(WorkerQueue queue) {
    return queue == WorkerQueue::Import || queue == WorkerQueue::Training;
}

#ifdef Q_OS_LINUX
/// Lowers the priority of this thread, and of the threads that LibTorch starts from it, so that the window stays
/// responsive when cores are scarce. With enough cores the lower priority costs no time.
void lowerPriority() {
    constexpr int kNice = 5;  // Unix nice value: 0 = the priority of the window, 19 = the lowest priority
    ::setpriority(PRIO_PROCESS, id_t(::syscall(SYS_gettid)), kNice);
}
#else
void lowerPriority() {}
#endif

}  // namespace

struct JobRunner::Job {
    JobId id = 0;
    JobSpec spec;
    Calls calls;
    QPointer<QObject> receiver;
    std::stop_source stop;

    // Used by the GUI thread only.
    bool outdated = false;
    bool progressTimed = false;  ///< a progress update was emitted less than kProgressMilliseconds ago
    QString title, description;  ///< shown in the job strip

    // Shared, guarded by State::mutex.
    bool running = false;
    bool progressPosted = false;  ///< a call of `reportProgress` is pending
    bool progressFresh = false;   ///< `progress` has changed since the last report
    Progress progress;
    QElapsedTimer sinceRunning;

    // Written by the worker thread before it posts the end, read afterwards.
    Ending ending = Ending::Cancelled;
    std::any result;
    QString message, hint;
};

struct JobRunner::QueueState {
    std::condition_variable_any wake;
    std::deque<std::shared_ptr<Job>> waiting;
    std::optional<Workspace> workspace;  ///< used by this queue's thread only
    std::jthread thread;                 ///< started with the queue's first job
};

struct JobRunner::State {
    std::filesystem::path path;
    IfMissing ifMissing = IfMissing::Create;
    std::mutex mutex;  ///< guards the queues and the shared part of `Job`
    std::mutex rootMutex;
    std::optional<Workspace> root;  ///< keeps the file open; used only to open further connections
    std::atomic<bool> isReadOnly = false;
    std::map<JobId, std::shared_ptr<Job>> jobs;  ///< waiting or running; GUI thread only
    JobId nextId = 1;
    std::array<QueueState, kQueueCount> queues;
};

JobRunner::JobRunner(std::filesystem::path workspacePath, QObject* parent, IfMissing ifMissing)
    : QObject(parent), m_state(std::make_unique<State>()) {
    m_state->path = std::move(workspacePath);
    m_state->ifMissing = ifMissing;
}

JobRunner::~JobRunner() {
    for (auto& [id, job] : m_state->jobs) job->stop.request_stop();
    for (QueueState& queue : m_state->queues) queue.thread.request_stop();
    for (QueueState& queue : m_state->queues)
        if (queue.thread.joinable()) queue.thread.join();
}

JobId JobRunner::startCalls(QObject* receiver, JobSpec spec, Calls calls) {
    State& s = *m_state;
    auto job = std::make_shared<Job>();
    job->id = s.nextId++;
    job->spec = std::move(spec);
    job->calls = std::move(calls);
    job->receiver = receiver ? receiver : this;
    if (!job->spec.latestOnly.isEmpty())
        for (auto& [id, earlier] : s.jobs)
            if (earlier->spec.latestOnly == job->spec.latestOnly) {
                earlier->outdated = true;
                earlier->stop.request_stop();
            }
    s.jobs.emplace(job->id, job);
    QueueState& queue = s.queues[std::size_t(job->spec.queue)];
    {
        const std::lock_guard lock(s.mutex);
        queue.waiting.push_back(job);
    }
    queue.wake.notify_one();
    if (!queue.thread.joinable())
        queue.thread = std::jthread([this, &queue, isLong = isLong(job->spec.queue)](const std::stop_token& stop) {
            if (isLong) lowerPriority();
            workThrough(queue, stop);
        });
    if (job->spec.isShownInStrip) emit stripChanged();
    return job->id;
}

void JobRunner::workThrough(QueueState& queue, const std::stop_token& stop) {
    while (true) {
        std::shared_ptr<Job> job;
        {
            std::unique_lock lock(m_state->mutex);
            if (!queue.wake.wait(lock, stop, [&queue] { return !queue.waiting.empty(); }) || stop.stop_requested())
                break;
            job = std::move(queue.waiting.front());
            queue.waiting.pop_front();
            job->running = true;
            job->sinceRunning.start();
        }
        if (!job->stop.stop_requested()) {
            if (job->spec.isShownInStrip)
                QMetaObject::invokeMethod(this, &JobRunner::stripChanged, Qt::QueuedConnection);
            run(queue, *job);
        }
        QMetaObject::invokeMethod(
            this, [this, job = std::move(job)] { notify(job); }, Qt::QueuedConnection);
    }
    queue.workspace.reset();  // SQLite connections are closed in the thread that used them
}

Workspace JobRunner::openRoot(State& state) {
    // Waiting time for another process, e.g. a short command, to release the workspace.
    constexpr std::chrono::milliseconds kPatience(500);
    const auto ifMissing =
        state.ifMissing == IfMissing::Create ? Workspace::IfMissing::Create : Workspace::IfMissing::Fail;
    try {
        return Workspace::open(state.path, ifMissing, kPatience);
    } catch (const WorkspaceInUse&) {
        if (!std::filesystem::exists(state.path)) throw;
    }
    Workspace root = Workspace::openToRead(state.path);
    state.isReadOnly = true;
    return root;
}

void JobRunner::run(QueueState& queue, Job& job) {
    State& s = *m_state;
    try {
        if (!queue.workspace) {
            const std::lock_guard lock(s.rootMutex);
            if (!s.root) s.root = openRoot(s);
            queue.workspace = s.root->anotherConnection();
        }
        const ProgressSink sink = [this, &s, &job](const Progress& progress) {
            bool post = false;
            {
                const std::lock_guard lock(s.mutex);
                job.progress = progress;
                job.progressFresh = true;
                post = !std::exchange(job.progressPosted, true);
            }
            if (post)
                QMetaObject::invokeMethod(
                    this, [this, id = job.id] { reportProgress(id); }, Qt::QueuedConnection);
        };
        JobContext context{job.id, job.stop.get_token(), sink, *queue.workspace};
        job.result = job.calls.work(context);
        job.ending = Ending::Finished;
        return;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) return;
        job.message = QString::fromStdString(error.what());
        job.hint = QString::fromStdString(error.hint());
    } catch (const std::bad_alloc&) {
        job.message = tr("There is not enough memory for this operation.");
        job.hint = tr("Close other programs, or choose a smaller model, batch or dataset.");
    } catch (const std::exception& error) {
        job.message = tr("An unexpected error occurred: %1").arg(QString::fromStdString(error.what()));
    }
    job.ending = Ending::Failed;
}

void JobRunner::notify(const std::shared_ptr<Job>& job) {
    m_state->jobs.erase(job->id);
    if (job->spec.isShownInStrip) emit stripChanged();
    if (job->receiver && !job->outdated) {
        switch (job->ending) {
            case Ending::Finished:
                job->calls.finished(job->result);
                break;
            case Ending::Failed:
                if (job->calls.failed)
                    job->calls.failed(job->message, job->hint);
                else
                    emit jobFailed(job->spec.title, job->message, job->hint);
                break;
            case Ending::Cancelled:
                if (job->calls.cancelled) job->calls.cancelled();
                break;
        }
    }
    if (m_state->jobs.empty()) emit becameIdle();
}

void JobRunner::reportProgress(JobId id) {
    const auto found = m_state->jobs.find(id);
    if (found == m_state->jobs.end() || found->second->progressTimed) return;
    Job& job = *found->second;
    {
        const std::lock_guard lock(m_state->mutex);
        job.progressPosted = std::exchange(job.progressFresh, false);
        if (!job.progressPosted) return;  // no progress since the last update: the next progress is posted immediately
    }
    // Progress that arrives before the timer ends is reported by the timer, so that the last state is never lost.
    job.progressTimed = true;
    QTimer::singleShot(kProgressMilliseconds, this, [this, id] {
        const auto later = m_state->jobs.find(id);
        if (later == m_state->jobs.end()) return;
        later->second->progressTimed = false;
        reportProgress(id);
    });
    emit jobProgressed(id);
}

void JobRunner::cancel(JobId id) {
    const auto found = m_state->jobs.find(id);
    if (found == m_state->jobs.end()) return;
    const std::shared_ptr<Job> job = found->second;
    bool waiting = false;
    {
        const std::lock_guard lock(m_state->mutex);
        auto& queue = m_state->queues[std::size_t(job->spec.queue)].waiting;
        waiting = std::erase(queue, job) > 0;
    }
    // Emitted before the stop reaches the job, so that a listener can first set what the stop does.
    if (!waiting) emit stopRequested(id);
    job->stop.request_stop();
    // A waiting job ends now rather than when its queue becomes free. Its end is reported from the event loop, like
    // that of any other job.
    if (waiting)
        QMetaObject::invokeMethod(
            this, [this, job] { notify(job); }, Qt::QueuedConnection);
}

bool JobRunner::reorder(WorkerQueue queue, const std::vector<JobId>& ids) {
    const std::lock_guard lock(m_state->mutex);
    auto& waiting = m_state->queues[std::size_t(queue)].waiting;
    std::vector<std::shared_ptr<Job>> ordered;
    std::set<std::size_t> spots;
    for (const JobId id : ids) {
        const auto found =
            std::find_if(waiting.begin(), waiting.end(), [id](const auto& job) { return job->id == id; });
        if (found == waiting.end()) return false;
        ordered.push_back(*found);
        spots.insert(std::size_t(found - waiting.begin()));
    }
    if (spots.size() != ordered.size()) return false;
    auto next = ordered.begin();
    for (const std::size_t spot : spots) waiting[spot] = *next++;
    return true;
}

void JobRunner::cancelAll() {
    std::vector<JobId> ids;
    for (const auto& [id, job] : m_state->jobs)
        if (job->spec.queue != WorkerQueue::Record) ids.push_back(id);
    for (const JobId id : ids) cancel(id);
}

void JobRunner::describe(JobId id, const QString& title, const QString& description) {
    const auto found = m_state->jobs.find(id);
    if (found == m_state->jobs.end()) return;
    Job& job = *found->second;
    if (job.title == title && job.description == description) return;
    job.title = title;
    job.description = description;
    emit jobProgressed(id);
}

const std::filesystem::path& JobRunner::workspacePath() const {
    return m_state->path;
}

bool JobRunner::isReadOnly() const {
    return m_state->isReadOnly;
}

bool JobRunner::isActive(JobId id) const {
    return m_state->jobs.contains(id);
}
bool JobRunner::isIdle() const {
    return m_state->jobs.empty();
}

std::vector<JobInfo> JobRunner::stripJobs() const {
    std::vector<JobInfo> infos;
    const std::lock_guard lock(m_state->mutex);
    for (const auto& [id, job] : m_state->jobs)
        if (job->spec.isShownInStrip && (job->running || !job->spec.hiddenWhileWaiting))
            infos.push_back({id, job->title.isEmpty() ? job->spec.title : job->title, job->running, job->progress,
                             job->description, job->running ? double(job->sinceRunning.elapsed()) / 1000 : 0});
    return infos;
}

void JobRunner::post(const QPointer<QObject>& receiver, std::function<void()> call) {
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [receiver, call = std::move(call)] {
            if (receiver) call();
        },
        Qt::QueuedConnection);
}

}  // namespace recscope::ui
