// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/sequence/histories.h"
#include "core/store/dataset_store.h"

namespace recscope {

/// How strongly an item is tied to the one that is looked at.
struct RelatedItem {
    Token token = kPadToken;
    std::int64_t count = 0;  ///< steps between the two, or users who have both
    double lift = 0;         ///< count over what independence would give; 1 = no tie
};

/// Where an item stands in a history.
struct ItemVisit {
    std::int32_t user = 0;
    std::int32_t position = 0;  ///< 0 = the user's oldest
};

/// What follows an item, what comes before it, what shares histories with it. Lists begin with what stands out most:
/// count times log2(lift), the pair's share of the mutual information, so that neither rare chances nor plain
/// popularity lead.
struct ItemRelations {
    Token token = kPadToken;
    std::int64_t interactions = 0, users = 0;
    std::int64_t asFirst = 0, asLast = 0;  ///< histories that begin, end with it
    std::int64_t minSupport = 0;           ///< fewer occurrences are left out
    std::vector<RelatedItem> after, before, together;
};

struct RelationOptions {
    std::int64_t minSupport = 0;  ///< 0 = chosen by how often the item occurs
    std::size_t limit = 100;      ///< of each list
};

enum class VisitOrder { User, Time };

/// All histories with an index from items to their occurrences, made once per dataset; answers for one item read only
/// the histories that hold it. About 12 bytes an interaction, 8 without times.
class HistoryIndex {
public:
    /// Unix seconds parallel to `histories.items`; 32 bits reach from 1970 to 2106, an import lets through less.
    using Times = std::vector<std::uint32_t>;

    /// Without times, no order by time. Throws Error(Cancelled).
    explicit HistoryIndex(Histories histories, const std::stop_token& stop = {}, Times times = {});

    const Histories& histories() const { return m_histories; }
    /// Throws Error(Cancelled). Pre: token is an item.
    ItemRelations relationsOf(Token token, const RelationOptions& options = {}, const std::stop_token& stop = {}) const;
    /// Every occurrence of an item, by user and position or by time; `offset` and `limit` cut a page.
    std::vector<ItemVisit> visits(Token token, VisitOrder order, Direction direction, std::int64_t offset,
                                  std::int64_t limit) const;
    std::int64_t count(Token token) const;

private:
    std::span<const std::uint32_t> occurrencesOf(Token token) const;
    std::int32_t userAt(std::int64_t occurrence, std::int32_t notBefore) const;

    Histories m_histories;
    Times m_times;
    std::vector<std::int64_t> m_offsets;        ///< (V + 2), into m_occurrences, by token
    std::vector<std::uint32_t> m_occurrences;   ///< indices into m_histories.items, ascending within an item
    std::vector<std::int64_t> m_users;          ///< (V + 1) users who have the item
    std::vector<std::int64_t> m_first, m_last;  ///< (V + 1) histories that begin, end with it
    std::int64_t m_transitions = 0;
};

/// The index of a dataset of the workspace. Throws Error(Cancelled), what readHistories throws.
HistoryIndex readHistoryIndex(Workspace& workspace, const DatasetInfo& dataset, const std::stop_token& stop);

}  // namespace recscope
