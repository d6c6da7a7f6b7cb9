// SPDX-License-Identifier: GPL-3.0-or-later
// smallestChange: see what_if.h.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/explain/scores/seen_items.h"
#include "core/explain/scores/what_if.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kTriesAtOnce = 64;  // number of histories scored in one call

/// A history with some items removed, and how far the recommendation then is from leaving the list.
struct Try {
    std::vector<std::size_t> removed;  ///< indices into `Search::m_groups`
    /// The recommendation's score minus the score of the `topK`-th best other item; <= 0: the item has left the list.
    float margin = std::numeric_limits<float>::infinity();
    float effect = 0;  ///< fall of the item's log-probability, nats
    ItemRank rank = {};
    bool hasLeft() const { return margin <= 0; }
};

/// Makes and scores the variants of a history that `smallestChange` tries.
class Search {
public:
    Search(const InferenceSession& inference, const History& history, Token item, const SmallestChangeOptions& options,
           const std::stop_token& stop)
        : m_inference(inference),
          m_history(history),
          m_item(item),
          m_options(options),
          m_stop(stop),
          m_seen(seenItems(inference, history, {})),
          m_groups(removalGroups(history, /*firstReadPosition=*/0, options.repeatedItems)) {}

    std::int64_t predictions() const { return m_predictions; }

    /// The positions of these groups in the given history, ascending.
    std::vector<std::int32_t> positionsOf(std::span<const std::size_t> removed) const {
        std::vector<std::int32_t> positions;
        for (const std::size_t group : removed)
            positions.insert(positions.end(), m_groups[group].begin(), m_groups[group].end());
        std::sort(positions.begin(), positions.end());
        return positions;
    }

    OwnedHistory historyWithout(std::span<const std::size_t> removed) const {
        return without(m_history, positionsOf(removed),
                       m_options.kind == EditKind::Delete ? RemovalKind::Deleted : RemovalKind::Hidden);
    }

    /// Scores the tries and returns the best one. If the item leaves the list in some tries, the best of these
    /// is the one that ranks it lowest; otherwise, the best try is the one with the smallest margin. Pre: not empty.
    Try best(std::vector<Try> tries) {
        for (std::size_t begin = 0; begin < tries.size(); begin += kTriesAtOnce) {
            throwIfStopped(m_stop);
            const std::size_t end = std::min(begin + kTriesAtOnce, tries.size());
            std::vector<OwnedHistory> rows;
            for (std::size_t i = begin; i < end; ++i) rows.push_back(historyWithout(tries[i].removed));
            const ScoreTable scores = m_inference.scores(rows, m_stop);
            m_predictions += static_cast<std::int64_t>(rows.size());
            for (std::size_t i = begin; i < end; ++i) {
                tries[i].rank = itemRank(scores, i - begin, m_item, m_seen);
                const double logProbability = scores.logProbability(i - begin, m_item);
                if (tries[i].removed.empty()) m_logProbability = logProbability;
                tries[i].effect = static_cast<float>(m_logProbability - logProbability);
                tries[i].margin = marginOf(scores, i - begin);
            }
        }
        // Of equally good tries, the first one is chosen, as in `strongestOf`.
        const Try* best = &tries.front();
        for (const Try& other : tries) {
            const bool isBetter = other.hasLeft() != best->hasLeft() ? other.hasLeft()
                                  : other.hasLeft()
                                      ? fallsFurther(other.rank.rank, other.effect, best->rank.rank, best->effect)
                                      : other.margin < best->margin;
            if (isBetter) best = &other;
        }
        return *best;
    }

    /// Every way to remove one more item that the model reads.
    std::vector<Try> withOneMoreRemoved(const Try& from) const {
        const std::vector<std::int32_t> removed = positionsOf(from.removed);
        std::vector<bool> isRemaining(m_history.size(), true);
        for (const std::int32_t position : removed) isRemaining[static_cast<std::size_t>(position)] = false;
        // The model reads the newest items. If removed items are deleted, older ones take their places; if they are
        // hidden, the same positions are read as before.
        const bool closesGaps = m_options.kind == EditKind::Delete;
        std::vector<std::int32_t> read;
        for (std::int32_t position = 0; position < static_cast<std::int32_t>(m_history.size()); ++position)
            if (isRemaining[static_cast<std::size_t>(position)]) read.push_back(position);
        const std::size_t remaining = read.size();
        if (closesGaps) {
            read.erase(read.begin(), read.begin() + m_inference.firstReadPosition(remaining));
        } else {
            const std::int32_t first = m_inference.firstReadPosition(m_history.size());
            std::erase_if(read, [&](std::int32_t position) { return position < first; });
        }
        const auto isRead = [&](std::int32_t position) {
            return std::binary_search(read.begin(), read.end(), position);
        };
        std::vector<Try> tries;
        for (std::size_t group = 0; group < m_groups.size(); ++group) {
            const std::vector<std::int32_t>& positions = m_groups[group];
            const auto readCount = std::count_if(positions.begin(), positions.end(), isRead);
            if (readCount == 0) continue;  // removed already, or not read by the model
            const bool nothingWouldBeRead =
                closesGaps ? positions.size() == remaining : static_cast<std::size_t>(readCount) == read.size();
            if (nothingWouldBeRead && m_inference.capabilities().needsHistory) continue;
            Try next{.removed = from.removed};
            next.removed.push_back(group);
            tries.push_back(std::move(next));
        }
        return tries;
    }

    /// Every way to restore one removed item.
    static std::vector<Try> withOneRestored(const Try& from) {
        std::vector<Try> tries;
        for (std::size_t i = 0; from.removed.size() > 1 && i < from.removed.size(); ++i) {
            Try next{.removed = from.removed};
            next.removed.erase(next.removed.begin() + static_cast<std::ptrdiff_t>(i));
            tries.push_back(std::move(next));
        }
        return tries;
    }

private:
    float marginOf(const ScoreTable& scores, std::size_t row) const {
        std::vector<Token> others = m_seen;
        others.push_back(m_item);
        const auto best = scores.best(row, others, m_options.topK);
        if (static_cast<std::int32_t>(best.size()) < m_options.topK) return std::numeric_limits<float>::infinity();
        return scores.row(row)[static_cast<std::size_t>(m_item)] - best.back().score;
    }

    const InferenceSession& m_inference;
    OwnedHistory m_history;
    Token m_item;
    SmallestChangeOptions m_options;
    std::stop_token m_stop;
    std::vector<Token> m_seen;
    std::vector<std::vector<std::int32_t>> m_groups;  ///< positions that are removed together
    std::int64_t m_predictions = 0;
    double m_logProbability = 0;  ///< log p(item) after the unchanged history, nats; set by the first try
};

}  // namespace

std::vector<HistoryEdit> SmallestChange::edits() const {
    std::vector<HistoryEdit> list;  // newest first, so that every position still refers to the given history
    for (auto position = positions.rbegin(); position != positions.rend(); ++position)
        list.push_back({.kind = kind, .position = *position});
    return list;
}

SmallestChange smallestChange(const InferenceSession& inference, const History& history, Token item,
                              const SmallestChangeOptions& options, const ProgressSink& progress,
                              const std::stop_token& stop) {
    inference.requireItems(history);
    inference.requireItems({&item, 1});
    if (options.kind != EditKind::Delete && options.kind != EditKind::Mask)
        throw Error(ErrorKind::Usage, translated("The search for the smallest change can only delete or mask items."),
                    translated("Choose delete or mask."));
    Search search(inference, history, item, options, stop);
    Try now = search.best({Try{}});
    SmallestChange change;
    change.kind = options.kind;
    change.before = now.rank;
    if (now.margin <= 0) {
        throw Error(ErrorKind::Usage,
                    translated("The item is not among the first {}: its rank is {}.", options.topK, now.rank.rank),
                    translated("Choose one of the recommendations."));
    }
    while (now.margin > 0 && static_cast<std::int32_t>(now.removed.size()) < options.maxChanges) {
        std::vector<Try> tries = search.withOneMoreRemoved(now);
        if (tries.empty()) break;
        now = search.best(std::move(tries));
        change.rankAfterEach.push_back(now.rank.rank);
        if (progress) {
            progress({.stage = translated("Looking for the smallest change"),
                      .done = static_cast<std::int64_t>(now.removed.size()),
                      .total = options.maxChanges,
                      .unit = "changes"});
        }
    }
    change.found = now.margin <= 0;
    for (std::vector<Try> restored = Search::withOneRestored(now); change.found && !restored.empty();
         restored = Search::withOneRestored(now)) {
        Try best = search.best(std::move(restored));
        if (best.margin > 0) break;
        now = std::move(best);
    }
    change.positions = search.positionsOf(now.removed);
    change.changes = static_cast<std::int32_t>(now.removed.size());
    change.history = search.historyWithout(now.removed).items;
    change.after = now.rank;
    change.predictions = search.predictions();
    return change;
}

}  // namespace recscope
