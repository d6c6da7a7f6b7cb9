// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

namespace recscope::ui {

/// The removal tests of the shown answer: one for each recommended item, computed together in one job.
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
    /// The history item whose removal lowers the score of this recommendation most; null if there is none.
    const RemovalEffect* strongest(Token target) const;
    AsyncQueryState state() const { return m_query.state(); }  ///< of the job
    QString failure() const { return m_query.failure(); }      ///< in state Failed: why

    /// Tests the removals from the history of `answer`, unless no removal changes its scores.
    void request(std::shared_ptr<const ExploreAnswer> answer, const RemovalOptions& options);
    /// Drops the tests.
    void reset() { m_removals.reset(); }
    void stop() { m_query.stop(); }
    /// Drops the cached tests, too.
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
