// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// The histories of consecutive users, already in the order in which they are stored. A dataset is written as a
/// sequence of batches.
struct HistoryBatch {
    std::vector<std::int64_t> offsets{0};  ///< (users of the batch + 1)
    std::vector<Token> items;
    std::vector<std::int64_t> times;        ///< parallel to items, unix seconds; empty = no times
    std::vector<float> ratings;             ///< parallel to items, NaN = no rating; empty = no ratings at all
    std::vector<std::int32_t> orders = {};  ///< parallel to items, see Histories::orders; empty = no orders
    std::vector<std::int16_t> kinds = {};   ///< parallel to items, see Interaction::kind; -1 = none; empty = no kinds

    std::size_t userCount() const { return offsets.size() - 1; }
    std::size_t size() const { return items.size(); }
};

/// Statistics of a dataset, accumulated from its batches by add().
struct HistoryStatistics {
    struct User {
        std::int64_t length = 0;
        std::optional<std::int64_t> firstTime, lastTime;  ///< unix seconds
    };

    std::vector<User> users;
    std::vector<std::int64_t> itemCounts;  ///< interactions of each item, by token; ends at the largest token so far
    std::int64_t interactions = 0;
    std::int64_t repeats = 0;                     ///< interactions with an item the same user had before
    std::int64_t tiedTimes = 0;                   ///< interactions at the same time as the user's previous interaction
    std::int64_t usersWithFewerThanThree = 0;     ///< users with fewer than kMinHeldOutHistory interactions
    std::int64_t usersWithTiedLastTwo = 0;        ///< users whose last two interactions have the same time
    bool hasOrders = false;                       ///< a batch had orders
    std::vector<std::int64_t> kindCounts;         ///< interactions of each event kind, indexed by kind
    std::int64_t orderCount = 0;                  ///< orders of all users
    std::int64_t usersWithLastTwoInOneOrder = 0;  ///< users whose last two interactions belong to the same order

    void add(const HistoryBatch& batch);

private:
    std::vector<std::int32_t> m_seenBy;  // indexed by token: the last user who had the item
};

}  // namespace recscope
