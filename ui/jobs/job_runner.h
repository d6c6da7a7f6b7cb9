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

/// One thread each: jobs of a queue run one after another, queues run side by side.
enum class WorkerQueue {
    Query,     ///< short reads of the workspace for views
    Model,     ///< recommendations, attention, what-if of a loaded run
    Import,    ///< imports and other long writes
    Training,  ///< training and evaluation, queued
    Record,    ///< short writes that a read must not wait behind; closing lets them end
};

struct JobSpec {
    QString title = {};  ///< shown in the job strip: "Importing ml-1m.txt"
    WorkerQueue queue = WorkerQueue::Query;
    bool inStrip = false;      ///< long jobs show in the strip with a Stop button
    bool waitsUnseen = false;  ///< the strip shows it once it runs: who started it shows what waits
    QString latestOnly = {};   ///< not empty: starting another job with this key makes earlier ones outdated: they are
                               ///< stopped and their results dropped
};

/// What a job's work may use; belongs to the working thread.
struct JobContext {
    JobId id;
    std::stop_token stop;
    ProgressSink progress;  ///< thinned to about 10 a second on its way to the GUI thread
    Workspace& workspace;   ///< this queue's own connection
};

/// What the strip shows of a job.
struct JobInfo {
    JobId id = 0;
    QString title;
    bool running = false;  ///< false: waits in its queue
    Progress progress;
    QString description;  ///< said instead of the progress, if not empty
    double seconds = 0;   ///< since it began to run
};

/// Makes all threads of the program. A job ends in exactly one of finished, failed, cancelled, told on the GUI thread;
/// nothing is told once the receiver is gone or the job is outdated. The destructor stops and joins everything.
class JobRunner : public QObject {
    Q_OBJECT
public:
    /// What happens if there is no workspace file yet.
    enum class IfMissing { Create, Fail };

    /// Opens the workspace's connections lazily, one per queue, in the queues' threads.
    explicit JobRunner(std::filesystem::path workspacePath, QObject* parent = nullptr,
                       IfMissing ifMissing = IfMissing::Create);
    ~JobRunner() override;

    /// `work` runs in the queue's thread; its result is handed to `finished` on the GUI thread. Without `failed`, a
    /// failure is told by the signal `jobFailed` only (the window shows it).
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
            // Results may be move-only (loaded models), std::any wants copies: share.
            calls.work = [work = std::move(work)](JobContext& context) mutable {
                return std::any(std::make_shared<Result>(work(context)));
            };
            calls.finished = [finished = std::move(finished)](std::any& result) mutable {
                finished(std::move(*std::any_cast<std::shared_ptr<Result>>(result)));
            };
        }
        return startCalls(receiver, std::move(spec), std::move(calls));
    }

    void cancel(JobId id);
    /// Jobs that wait in one queue, in the order they shall run in now, on the spots they have together. False, and
    /// nothing changes, if one of them does not wait there any more.
    bool reorder(WorkerQueue queue, const std::vector<JobId>& ids);
    void cancelAll();  ///< all but those of Lane::Record
    /// What the strip says of a job from now on: who starts it knows it better than a progress can.
    void describe(JobId id, const QString& title, const QString& description);
    const std::filesystem::path& workspacePath() const;
    bool isActive(JobId id) const;  ///< waits or runs
    bool isIdle() const;            ///< no job waits or runs
    std::vector<JobInfo> stripJobs() const;

    /// Calls `call` on the GUI thread if `receiver` still lives; may be used from any thread (live training events).
    static void post(const QPointer<QObject>& receiver, std::function<void()> call);

signals:
    void stripChanged();
    void jobProgressed(recscope::ui::JobId id);
    void stopRequested(recscope::ui::JobId id);  ///< it may take a moment to end
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

    JobId startCalls(QObject* receiver, JobSpec spec, Calls calls);
    void workThrough(QueueState& queue, const std::stop_token& stop);
    void run(QueueState& queue, Job& job);
    void notify(const std::shared_ptr<Job>& job);
    void reportProgress(JobId id);

    std::unique_ptr<State> m_state;
};

}  // namespace recscope::ui
