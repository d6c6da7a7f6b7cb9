// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/explain/scores/seen_items.h"
#include "core/explain/scores/what_if.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kTriesAtOnce = 64;

/// A history with the items at some positions taken away, and how far the item then is from leaving the list.
struct Try {
    std::vector<std::int32_t> gone;                         ///< positions in the given history
    float margin = std::numeric_limits<float>::infinity();  ///< lead over the item that would push it out; <= 0: out
    ItemRank rank = {};
};

class Search {
public:
    Search(const Explainer& explainer, std::span<const Token> history, Token item, const SmallestChangeOptions& options,
           const std::stop_token& stop)
        : m_explainer(explainer),
          m_history(history.begin(), history.end()),
          m_item(item),
          m_options(options),
          m_stop(stop),
          m_seen(seenItems(explainer, history, {})) {}

    std::int64_t predictions() const { return m_predictions; }

    std::vector<Token> historyWithout(std::span<const std::int32_t> gone) const {
        std::vector<Token> rest = m_history;
        for (const std::int32_t position : gone) rest[static_cast<std::size_t>(position)] = kBlankItem;
        if (m_options.kind == EditKind::Delete) std::erase(rest, kBlankItem);
        return rest;
    }

    /// The one with the smallest margin. Pre: not empty.
    Try best(std::vector<Try> tries) {
        for (std::size_t begin = 0; begin < tries.size(); begin += kTriesAtOnce) {
            throwIfStopped(m_stop);
            const std::size_t end = std::min(begin + kTriesAtOnce, tries.size());
            std::vector<std::vector<Token>> rows;
            for (std::size_t i = begin; i < end; ++i) rows.push_back(historyWithout(tries[i].gone));
            const ScoreTable scores = m_explainer.scores(rows, m_stop);
            m_predictions += static_cast<std::int64_t>(rows.size());
            for (std::size_t i = begin; i < end; ++i) {
                tries[i].rank = itemRank(scores, i - begin, m_item, m_seen);
                tries[i].margin = marginOf(scores, i - begin);
            }
        }
        return *std::min_element(tries.begin(), tries.end(),
                                 [](const Try& a, const Try& b) { return a.margin < b.margin; });
    }

    /// Every way to take one more item away from what the model reads.
    std::vector<Try> oneMore(const Try& from) const {
        std::vector<std::int32_t> left;
        for (std::int32_t position = 0; position < static_cast<std::int32_t>(m_history.size()); ++position) {
            if (std::find(from.gone.begin(), from.gone.end(), position) == from.gone.end()) left.push_back(position);
        }
        // Closed up, the oldest read is one of those left; blanked, it is one of the given history.
        const bool closes = m_options.kind == EditKind::Delete;
        const std::size_t remaining = left.size();
        if (closes) {
            left.erase(left.begin(), left.begin() + m_explainer.firstRead(remaining));
        } else {
            const std::int32_t first = m_explainer.firstRead(m_history.size());
            std::erase_if(left, [&](std::int32_t position) { return position < first; });
        }
        const bool nothingWouldBeRead = (closes ? remaining : left.size()) == 1;
        std::vector<Try> tries;
        if (nothingWouldBeRead && m_explainer.capabilities().needsHistory) return tries;
        for (const std::int32_t position : left) {
            Try next{.gone = from.gone};
            next.gone.push_back(position);
            tries.push_back(std::move(next));
        }
        return tries;
    }

    /// Every way to bring one item back.
    static std::vector<Try> oneLess(const Try& from) {
        std::vector<Try> tries;
        for (std::size_t i = 0; from.gone.size() > 1 && i < from.gone.size(); ++i) {
            Try next{.gone = from.gone};
            next.gone.erase(next.gone.begin() + static_cast<std::ptrdiff_t>(i));
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

    const Explainer& m_explainer;
    std::vector<Token> m_history;
    Token m_item;
    SmallestChangeOptions m_options;
    std::stop_token m_stop;
    std::vector<Token> m_seen;
    std::int64_t m_predictions = 0;
};

}  // namespace

std::vector<HistoryEdit> SmallestChange::edits() const {
    std::vector<HistoryEdit> list;  // from the newest back: so every position is still the given history's
    for (auto position = positions.rbegin(); position != positions.rend(); ++position)
        list.push_back({.kind = kind, .position = *position});
    return list;
}

SmallestChange smallestChange(const Explainer& explainer, std::span<const Token> history, Token item,
                              const SmallestChangeOptions& options, const ProgressSink& progress,
                              const std::stop_token& stop) {
    explainer.requireItems(history);
    explainer.requireItems({&item, 1});
    if (options.kind != EditKind::Delete && options.kind != EditKind::Mask)
        throw Error(ErrorKind::Usage, translated("The smallest change deletes or masks items."),
                    translated("Choose delete or mask."));
    Search search(explainer, history, item, options, stop);
    Try now = search.best({Try{}});
    SmallestChange change;
    change.kind = options.kind;
    change.before = now.rank;
    if (now.margin <= 0) {
        throw Error(ErrorKind::Usage,
                    translated("The item is not among the first {}: its rank is {}.", options.topK, now.rank.rank),
                    translated("Choose one of the recommendations."));
    }
    while (now.margin > 0 && static_cast<std::int32_t>(now.gone.size()) < options.maxChanges) {
        std::vector<Try> tries = search.oneMore(now);
        if (tries.empty()) break;
        now = search.best(std::move(tries));
        change.rankAfterEach.push_back(now.rank.rank);
        if (progress) {
            progress({.stage = translated("Looking for the smallest change"),
                      .done = static_cast<std::int64_t>(now.gone.size()),
                      .total = options.maxChanges,
                      .unit = "changes"});
        }
    }
    change.found = now.margin <= 0;
    for (std::vector<Try> fewer = Search::oneLess(now); change.found && !fewer.empty(); fewer = Search::oneLess(now)) {
        Try less = search.best(std::move(fewer));
        if (less.margin > 0) break;
        now = std::move(less);
    }
    change.positions = now.gone;
    std::sort(change.positions.begin(), change.positions.end());
    change.history = search.historyWithout(now.gone);
    change.after = now.rank;
    change.predictions = search.predictions();
    return change;
}

}  // namespace recscope
