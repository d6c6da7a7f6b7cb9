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

/// What became of the question that was asked last.
enum class AsyncQueryState {
    None,     ///< nothing is asked
    Hidden,   ///< begins when the view is seen
    Running,  ///< its job waits or runs
    Answered,
    Failed,   ///< see `failure`
    Stopped,  ///< by the person or by `stop`; asked again it begins anew
};

/// The part of a `AsyncQuery` that does not depend on what is asked.
class AnyAsyncQuery : public QObject {
    Q_OBJECT
public:
    AsyncQueryState state() const { return m_state; }
    /// Somebody waits for the answer.
    bool isOpen() const { return m_state == AsyncQueryState::Hidden || m_state == AsyncQueryState::Running; }
    /// The sentence of a failure and its hint; empty in any other state.
    QString failure() const { return m_failure; }
    QString hint() const { return m_hint; }
    /// Both, one after the other.
    QString wholeFailure() const { return (m_failure + QLatin1Char(' ') + m_hint).trimmed(); }
    /// From now on nothing is asked while the view is hidden: the last question waits until it is shown.
    void waitFor(QWidget& view);
    /// From now on a failure is told by the signal `JobRunner::jobFailed`, too: for views without a spot for it.
    void reportFailures() { m_reportsFailures = true; }
    /// What the next jobs are begun with.
    void setSpec(JobSpec spec);
    /// Ends an open question without an answer.
    void stop();

signals:
    void changed();  ///< the state

protected:
    AnyAsyncQuery(JobRunner& jobs, JobSpec spec);
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// Starts the job and calls `end` with the number it is given when that ends.
    virtual JobId begin(int number) = 0;
    void open();
    void settle(AsyncQueryState state);
    /// The end of a job; nothing if another question was asked since.
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
    int m_number = 0;  ///< of the last job: an earlier one is late
};

/// What a view asks in a job, over and over: one question at a time, of which the last one counts. Asking another one
/// stops the job of the one before and drops its answer; asking the same again goes on with it, or gives the answer
/// that is kept, at once. `Request` can be compared and copied; the work runs in the queue's thread.
template <class Request, class Answer>
class AsyncQuery : public AnyAsyncQuery {
public:
    using Work = std::function<Answer(JobContext&, const Request&)>;

    AsyncQuery(JobRunner& jobs, JobSpec spec, Work work)
        : AnyAsyncQuery(jobs, std::move(spec)), m_work(std::move(work)), m_cost([](const Answer&) { return 1; }) {}

    /// How much of the answers given last is kept: as many as that, or as `cost` adds up to; the last one always is.
    void keep(std::size_t most, std::function<std::size_t(const Answer&)> cost = {}) {
        m_most = most;
        if (cost) m_cost = std::move(cost);
    }

    void ask(const Request& request) {
        if (isOpen() && m_request == request) return;
        m_request = request;
        if (known(request)) {
            settle(AsyncQueryState::Answered);
        } else {
            open();
        }
    }
    /// As `ask`, where what is known of it may be out of date.
    void rerun(const Request& request) {
        m_kept.remove_if([&](const auto& kept) { return kept.first == request; });
        m_request = request;
        open();
    }
    /// Nothing is asked any more; answers stay known.
    void withdraw() {
        m_request.reset();
        settle(AsyncQueryState::None);
    }
    /// Nothing is asked any more, and no answer is known.
    void forget() {
        m_kept.clear();
        withdraw();
    }

    const std::optional<Request>& request() const { return m_request; }
    /// To what was asked last; null while there is none.
    std::shared_ptr<const Answer> answer() const {
        return m_request && state() == AsyncQueryState::Answered ? known(*m_request) : nullptr;
    }
    /// A kept answer to this; null if there is none.
    std::shared_ptr<const Answer> known(const Request& request) const {
        for (const auto& [of, answer] : m_kept)
            if (of == request) return answer;
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
                take(std::move(answer));
                end(number, AsyncQueryState::Answered);
            },
            [this, number](const QString& message, const QString& hint) {
                end(number, AsyncQueryState::Failed, message, hint);
            },
            [this, number] { end(number, AsyncQueryState::Stopped); });
    }
    void take(std::shared_ptr<const Answer> answer) {
        m_kept.remove_if([this](const auto& kept) { return kept.first == *m_request; });
        m_kept.emplace_front(*m_request, std::move(answer));
        std::size_t cost = 0;
        for (auto kept = m_kept.begin(); kept != m_kept.end();) {
            cost += m_cost(*kept->second);
            kept = cost > m_most && kept != m_kept.begin() ? m_kept.erase(kept) : std::next(kept);
        }
    }

    Work m_work;
    std::optional<Request> m_request;
    std::size_t m_most = 1;
    std::function<std::size_t(const Answer&)> m_cost;
    std::list<std::pair<Request, std::shared_ptr<const Answer>>> m_kept;  ///< the one given last first
};

}  // namespace recscope::ui
