// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

namespace recscope::ui {

/// The removal tests of the shown answer, one for each recommended item: how the log-probability of that item changes
/// when each history item is removed in turn. One job computes all of them.
class RemovalTests : public QObject {
    Q_OBJECT
public:
    RemovalTests(JobRunner& jobs, std::shared_ptr<InferenceCache> cache, QObject* parent = nullptr);

    /// The recommendation whose test is shown; kPadToken = none.
    Token target() const { return m_target; }
    void setTarget(Token target) { m_target = target; }
    /// All tests; null until they are computed.
    std::shared_ptr<const Removals> all() const { return m_removals; }
    /// The test of this recommendation; null until it is computed.
    std::shared_ptr<const RemovalTest> of(Token target) const;
    /// The history item whose removal lowers the log-probability of this recommendation most; null if there is none.
    const RemovalEffect* strongest(Token target) const;
    AsyncQueryState state() const { return m_query.state(); }  ///< of the job
    QString failure() const { return m_query.failure(); }      ///< in state Failed: the reason

    /// Starts the job, unless the answer has no run or its model does not read the history.
    void request(std::shared_ptr<const ExploreAnswer> answer, const RemovalOptions& options);
    /// Drops the tests (`all` is null); a running job goes on.
    void reset() { m_removals.reset(); }
    void stop() { m_query.stop(); }
    /// Stops the job and drops the cached answer, but not `all`.
    void clear() { m_query.clear(); }

signals:
    void changed();

private:
    struct Request {
        std::shared_ptr<const ExploreAnswer> answer;
        RemovalOptions options;
        bool operator==(const Request&) const = default;
    };

    AsyncQuery<Request, Removals> m_query;
    std::shared_ptr<const Removals> m_removals;
    Token m_target = kPadToken;
};

}  // namespace recscope::ui
