// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <utility>

#include "ui/jobs/job_runner.h"

class QWidget;

namespace recscope::ui {

/// The state of the latest query.
enum class AsyncQueryState {
    None,     ///< no query
    Hidden,   ///< the query starts when the view is shown
    Running,  ///< its job is queued or running
    Answered,
    Failed,   ///< see `failure`
    Stopped,  ///< stopped by the user of the program or by `stop`; `run` starts it again
};

/// Base class of `AsyncQuery`, with everything that does not depend on the types of request and answer.
class AnyAsyncQuery : public QObject {
    Q_OBJECT
public:
    AsyncQueryState state() const { return m_state; }
    /// True while an answer is pending.
    bool isOpen() const { return m_state == AsyncQueryState::Hidden || m_state == AsyncQueryState::Running; }
    /// In state Failed: a sentence that describes the failure, and a hint about what to do. Empty in any other state.
    QString failure() const { return m_failure; }
    QString hint() const { return m_hint; }
    /// Sentence and hint together.
    QString failureWithHint() const { return (m_failure + QLatin1Char(' ') + m_hint).trimmed(); }
    /// From now on no query starts while the view is hidden. Only the latest query waits and starts when the view is
    /// shown.
    void deferWhileHidden(QWidget& view);
    /// From now on failures are also reported by the signal `JobRunner::jobFailed`, for views that cannot show them.
    void reportFailures() { m_reportsFailures = true; }
    /// Sets the JobSpec of all jobs started from now on, except its `latestOnly`, which stays the same.
    void setSpec(JobSpec spec);
    /// Ends a pending query without an answer.
    void stop();

signals:
    void changed();  ///< the state changed

protected:
    AnyAsyncQuery(JobRunner& jobs, JobSpec spec);
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// Starts the job, which calls `end` with `number` when it ends.
    virtual JobId begin(int number) = 0;
    /// Starts a job for the latest request, or waits until the view is shown.
    void open();
    /// Cancels a running job and enters `state`.
    void settle(AsyncQueryState state);
    /// Handles the end of the job with this number; does nothing if a newer query has been made since.
    void end(int number, AsyncQueryState state, const QString& failure = {}, const QString& hint = {});
    bool isCurrent(int number) const { return number == m_number && m_state == AsyncQueryState::Running; }
    JobRunner& jobs() const { return m_jobs; }

    JobSpec m_spec;

private:
    JobRunner& m_jobs;
    QWidget* m_view = nullptr;
    bool m_reportsFailures = false;
    AsyncQueryState m_state = AsyncQueryState::None;
    QString m_failure, m_hint;
    JobId m_job = 0;
    int m_number = 0;  ///< number of the latest job; results of earlier jobs are ignored
};

/// Runs the queries of a view as jobs; only the latest request counts. A different request stops the previous job and
/// drops its answer. Repeating a request keeps the running job, or immediately provides the cached answer. `Request`
/// must be comparable and copyable. The work runs in the thread of the worker queue that the JobSpec names.
template <class Request, class Answer>
class AsyncQuery : public AnyAsyncQuery {
public:
    using Work = std::function<Answer(JobContext&, const Request&)>;

    AsyncQuery(JobRunner& jobs, JobSpec spec, Work work)
        : AnyAsyncQuery(jobs, std::move(spec)), m_work(std::move(work)), m_cost([](const Answer&) { return 1; }) {}

    /// Limits the cache of answers to a total cost of `maxCost`. `cost` returns the cost of an answer; without it,
    /// each answer costs 1. The latest answer is always kept. Without a call, only the latest answer is kept.
    void setCacheLimit(std::size_t maxCost, std::function<std::size_t(const Answer&)> cost = {}) {
        m_maxCost = maxCost;
        if (cost) m_cost = std::move(cost);
    }

    /// Makes this the latest request. Answers it from the cache if possible, otherwise starts a job.
    void run(const Request& request) {
        if (isOpen() && m_request == request) return;
        m_request = request;
        if (cached(request)) {
            settle(AsyncQueryState::Answered);
        } else {
            open();
        }
    }
    /// Like `run`, but ignores a cached answer, which may be out of date.
    void rerun(const Request& request) {
        m_cached.remove_if([&](const auto& kept) { return kept.first == request; });
        m_request = request;
        open();
    }
    /// Ends the query; cached answers stay.
    void cancel() {
        m_request.reset();
        settle(AsyncQueryState::None);
    }
    /// Ends the query and clears the cache.
    void clear() {
        m_cached.clear();
        cancel();
    }

    const std::optional<Request>& request() const { return m_request; }
    /// The answer to the latest request; null while there is none.
    std::shared_ptr<const Answer> answer() const {
        return m_request && state() == AsyncQueryState::Answered ? cached(*m_request) : nullptr;
    }
    /// The cached answer to this request; null if there is none.
    std::shared_ptr<const Answer> cached(const Request& request) const {
        for (const auto& [earlier, answer] : m_cached)
            if (earlier == request) return answer;
        return nullptr;
    }
    void setTitle(const QString& title) { m_spec.title = title; }

private:
    JobId begin(int number) override {
        return jobs().start(
            this, m_spec,
            [work = m_work, request = *m_request](JobContext& context) {
                return std::make_shared<const Answer>(work(context, request));
            },
            [this, number](std::shared_ptr<const Answer> answer) {
                if (!isCurrent(number)) return;
                store(std::move(answer));
                end(number, AsyncQueryState::Answered);
            },
            [this, number](const QString& message, const QString& hint) {
                end(number, AsyncQueryState::Failed, message, hint);
            },
            [this, number] { end(number, AsyncQueryState::Stopped); });
    }
    void store(std::shared_ptr<const Answer> answer) {
        m_cached.remove_if([this](const auto& kept) { return kept.first == *m_request; });
        m_cached.emplace_front(*m_request, std::move(answer));
        std::size_t cost = 0;
        for (auto kept = m_cached.begin(); kept != m_cached.end();) {
            cost += m_cost(*kept->second);
            kept = cost > m_maxCost && kept != m_cached.begin() ? m_cached.erase(kept) : std::next(kept);
        }
    }

    Work m_work;
    std::optional<Request> m_request;
    std::size_t m_maxCost = 1;
    std::function<std::size_t(const Answer&)> m_cost;
    std::list<std::pair<Request, std::shared_ptr<const Answer>>> m_cached;  ///< latest answer first
};

}  // namespace recscope::ui
