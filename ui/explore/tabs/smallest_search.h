// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "core/explain/scores/what_if.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"
#include "ui/runs/inference_cache.h"

namespace recscope::ui {

class Session;

/// Result of a `SmallestSearch`: always a sentence, and the change if one was found.
struct SmallestAnswer {
    Token target = kPadToken;
    OwnedHistory history;   ///< the searched history
    SmallestChange change;  ///< `found` is false if no change was found or the search failed
    QString sentence;       ///< a complete sentence with names and numbers
};

/// Searches for the deciding items of one recommendation at a time: the fewest items whose removal makes a
/// recommendation fall out of the list.
class SmallestSearch : public QObject {
    Q_OBJECT
public:
    SmallestSearch(Session& session, std::shared_ptr<InferenceCache> cache, QObject* parent = nullptr);

    /// Searches in the history of `answer`. `topK`: length of the list. `removal`: the options of the page's
    /// removal test.
    void start(const LoadedRun& run, const ExploreAnswer& answer, Token target, std::int32_t topK,
               const RemovalOptions& removal);
    void stop();

signals:
    void answered(const recscope::ui::SmallestAnswer& answer);
    void stopped();

private:
    struct Request {
        LoadedRun run;
        std::optional<std::int32_t> user;
        std::optional<std::int64_t> time;  ///< time of the interaction to predict, Unix seconds
        OwnedHistory history;
        Token target = kPadToken;
        std::int32_t topK = 0;
        RemovalOptions removal;
        bool operator==(const Request&) const = default;
    };
    void handleQueryChanged();

    Session& m_session;
    AsyncQuery<Request, SmallestChange> m_query;
};

}  // namespace recscope::ui
