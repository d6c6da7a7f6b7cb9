// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/sequence/histories.h"
#include "core/store/dataset_store.h"

namespace recscope {

/// How strongly an item is associated with the queried item.
struct RelatedItem {
    Token token = kPadToken;
    std::int64_t count = 0;  ///< transitions between the two, or users who have both (with orders: orders with both)
    double lift = 0;         ///< count / expected count under independence; 1 = no association
};

/// One occurrence of an item in a history.
struct ItemVisit {
    std::int32_t user = 0;
    std::int32_t position = 0;  ///< index in the user's history; 0 = the oldest
};

/// The items that follow an item, precede it, or share histories with it. The lists are sorted by count times
/// log2(lift), which is proportional to the pair's contribution to the mutual information. Therefore neither rare
/// coincidences nor merely popular items come first.
/// If the dataset has orders (baskets), an order is one step: `after` and `before` count pairs of consecutive orders,
/// one with the item and one with the other, and `together` counts orders with both.
struct ItemRelations {
    Token token = kPadToken;
    bool areOrders = false;  ///< the dataset has orders
    std::int64_t interactions = 0, users = 0;
    std::int64_t asFirst = 0, asLast = 0;  ///< histories that begin or end with it, or with an order that contains it
    std::int64_t minSupport = 0;           ///< relations with fewer occurrences are left out
    std::vector<RelatedItem> after, before, together;
};

struct RelationOptions {
    std::int64_t minSupport = 0;  ///< 0 = determined by how often the item occurs
    std::size_t limit = 100;      ///< maximum length of each list
};

enum class VisitOrder { User, Time };

/// All histories of a dataset, with an index from items to their occurrences. It is built once per dataset. A query for
/// one item reads only the histories that contain it. Uses about 12 bytes of memory per interaction, 8 without times.
class HistoryIndex {
public:
    /// Unix seconds parallel to `histories.items`; 32 bits cover 1970 to 2106, and an import accepts only times before
    /// 2100.
    using Times = std::vector<std::uint32_t>;

    /// Without times, visits cannot be sorted by time. Throws Error(Cancelled).
    explicit HistoryIndex(Histories histories, const std::stop_token& stop = {}, Times times = {});

    const Histories& histories() const { return m_histories; }
    /// Throws Error(Cancelled). Pre: token is an item.
    ItemRelations relationsOf(Token token, const RelationOptions& options = {}, const std::stop_token& stop = {}) const;
    /// Occurrences of an item, sorted by user and position or by time; `offset` and `limit` select a page.
    std::vector<ItemVisit> visits(Token token, VisitOrder order, Direction direction, std::int64_t offset,
                                  std::int64_t limit) const;
    std::int64_t count(Token token) const;

private:
    std::span<const std::uint32_t> occurrencesOf(Token token) const;
    /// The step that contains `position` in the user's history: its first position, and one past its last.
    std::pair<std::size_t, std::size_t> stepAt(std::int32_t user, std::size_t position) const;
    /// The user whose history contains this index into m_histories.items; `notBefore` is a lower bound of the user.
    std::int32_t userAt(std::int64_t occurrence, std::int32_t notBefore) const;

    Histories m_histories;
    Times m_times;
    std::vector<std::int64_t> m_offsets;       ///< (V + 2), V = number of items; by token: begin of its m_occurrences
    std::vector<std::uint32_t> m_occurrences;  ///< indices into m_histories.items, ascending within an item
    std::vector<std::int64_t> m_users;         ///< (V + 1) indexed by token: number of users who have the item
    // A step is an order, or an interaction if the dataset has no orders.
    std::vector<std::int64_t> m_steps;          ///< (V + 1) indexed by token: steps that contain it
    std::vector<std::int64_t> m_first, m_last;  ///< (V + 1) indexed by token: histories whose first or last step has it
    std::int64_t m_transitions = 0, m_stepCount = 0;  ///< pairs of consecutive steps, and steps, of all histories
};

/// Builds the index of a dataset in the workspace. Throws Error(Cancelled), and for the same reasons as
/// `readHistories`.
HistoryIndex readHistoryIndex(Workspace& workspace, const DatasetInfo& dataset, const std::stop_token& stop);

}  // namespace recscope
