// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <any>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <vector>

#include "core/util/progress.h"

namespace recscope {
class Workspace;
}

namespace recscope::ui {

using JobId = int;

/// Worker queues with one thread each: jobs of a queue run one after another, queues run in parallel.
enum class WorkerQueue {
    Query,     ///< short reads of the workspace for views, and short writes that the next read must see
    Model,     ///< recommendations, attention and what-if of a loaded run
    Import,    ///< imports, exports, studies over many users and other long jobs
    Training,  ///< training and evaluation
    Record,    ///< short writes that must not delay reads; closing the workspace waits for them
};

struct JobSpec {
    QString title = {};  ///< shown in the job strip, e.g. "Importing ml-1m.txt"
    WorkerQueue queue = WorkerQueue::Query;
    bool isShownInStrip = false;      ///< for long jobs: shown in the job strip with Stop
    bool hiddenWhileWaiting = false;  ///< not shown in the strip until it runs, because another view shows the queue
    QString latestOnly = {};  ///< if not empty, a new job with the same key outdates earlier jobs, which are stopped
                              ///< and whose results are dropped
};

/// The objects that a job's work may use, on the worker thread only.
struct JobContext {
    JobId id;
    std::stop_token stop;
    ProgressSink progress;  ///< reaches the GUI thread at most about 10 times a second
    Workspace& workspace;   ///< the queue's own connection to the workspace
};

/// A job as shown in the job strip.
struct JobInfo {
    JobId id = 0;
    QString title;
    bool running = false;  ///< false: queued
    Progress progress;
    QString description;  ///< replaces the progress text if not empty
    double seconds = 0;   ///< since the job started to run
};

/// Runs jobs in the threads of the worker queues. Each job finishes, fails or is cancelled. Its end is reported once,
/// on the GUI thread, unless the receiver was deleted or a newer job has outdated this one (`JobSpec::latestOnly`). The
/// destructor stops the threads and waits for them to end.
class JobRunner : public QObject {
    Q_OBJECT
public:
    /// What to do if there is no workspace file yet.
    enum class IfMissing { Create, Fail };

    /// Opens the workspace's connections lazily, one per queue, in the queues' threads. If another process writes to
    /// the workspace, they are opened for reading only.
    explicit JobRunner(std::filesystem::path workspacePath, QObject* parent = nullptr,
                       IfMissing ifMissing = IfMissing::Create);
    ~JobRunner() override;

    /// `work` runs in the queue's thread; `finished` gets its result on the GUI thread. Without `failed`, a failure is
    /// reported only by the signal `jobFailed`, which the window shows.
    template <class Work, class Finished>
    JobId start(QObject* receiver, JobSpec spec, Work work, Finished finished,
                std::function<void(const QString& message, const QString& hint)> failed = {},
                std::function<void()> cancelled = {}) {
        using Result = std::invoke_result_t<Work, JobContext&>;
        Calls calls;
        calls.failed = std::move(failed);
        calls.cancelled = std::move(cancelled);
        if constexpr (std::is_void_v<Result>) {
            calls.work = [work = std::move(work)](JobContext& context) mutable {
                work(context);
                return std::any();
            };
            calls.finished = [finished = std::move(finished)](std::any&) mutable { finished(); };
        } else {
            // Results may be move-only (loaded models), but std::any requires copyable types, hence the shared_ptr.
            calls.work = [work = std::move(work)](JobContext& context) mutable {
                return std::any(std::make_shared<Result>(work(context)));
            };
            calls.finished = [finished = std::move(finished)](std::any& result) mutable {
                finished(std::move(*std::any_cast<std::shared_ptr<Result>>(result)));
            };
        }
        return startCalls(receiver, std::move(spec), std::move(calls));
    }

    /// Requests a running job to stop; removes a waiting job from its queue.
    void cancel(JobId id);
    /// Reorders waiting jobs of one queue. `ids` lists these jobs in their new order; they share the places that they
    /// occupied before, so no other job moves. Returns false and changes nothing if one of these jobs is no longer
    /// waiting in this queue.
    bool reorder(WorkerQueue queue, const std::vector<JobId>& ids);
    void cancelAll();  ///< cancels all jobs except those of WorkerQueue::Record
    /// From now on, the job strip shows this title and description for the job. For code that can describe the job
    /// better than its progress does.
    void describe(JobId id, const QString& title, const QString& description);
    const std::filesystem::path& workspacePath() const;
    /// True if the workspace is open for reading only; known as soon as one job has ended.
    bool isReadOnly() const;
    bool isActive(JobId id) const;           ///< queued or running
    bool isIdle() const;                     ///< no job is queued or running
    std::vector<JobInfo> stripJobs() const;  ///< the jobs to show in the job strip, oldest first

    /// Calls `call` on the GUI thread if `receiver` still exists; may be called from any thread, e.g. for live training
    /// events.
    static void post(const QPointer<QObject>& receiver, std::function<void()> call);

signals:
    void stripChanged();
    void jobProgressed(recscope::ui::JobId id);
    void stopRequested(recscope::ui::JobId id);  ///< the job may take a moment to end
    void jobFailed(const QString& title, const QString& message, const QString& hint);
    void becameIdle();

private:
    struct Calls {
        std::function<std::any(JobContext&)> work;
        std::function<void(std::any&)> finished;
        std::function<void(const QString&, const QString&)> failed;
        std::function<void()> cancelled;
    };
    struct Job;
    struct QueueState;
    struct State;

    static Workspace openRoot(State& state);

    JobId startCalls(QObject* receiver, JobSpec spec, Calls calls);
    void workThrough(QueueState& queue, const std::stop_token& stop);
    void run(QueueState& queue, Job& job);
    void notify(const std::shared_ptr<Job>& job);
    void reportProgress(JobId id);

    std::unique_ptr<State> m_state;
};

}  // namespace recscope::ui
