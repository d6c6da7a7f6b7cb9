// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/sequence/history.h"
#include "core/sequence/split.h"
#include "core/sequence/token.h"

namespace recscope {

/// All histories of a dataset in one block: user u's items are `items[offsets[u]] … items[offsets[u + 1] - 1]`, oldest
/// first.
struct Histories {
    std::int32_t itemCount = 0;            ///< V, the number of items
    std::vector<std::int64_t> offsets{0};  ///< (U + 1), where U is the number of users
    std::vector<Token> items;              ///< one token in 1…V per interaction
    std::vector<HistoryCut> cuts;          ///< (U) split of each history; empty = leave-one-out for all
    /// Parallel to items: the number of the item's order (basket) in its history, counted from 0 and non-decreasing.
    /// The items of one order were bought together, so their sequence within it has no meaning. Empty = the dataset has
    /// no orders.
    std::vector<std::int32_t> orders = {};

    /// Parallel to items: Unix seconds. Empty if the dataset has no times or they were not read (`ReadTimes::No`).
    std::vector<std::int64_t> times = {};

    std::int32_t userCount() const { return static_cast<std::int32_t>(offsets.size()) - 1; }
    History of(std::int32_t user) const;
    /// Parallel to `of(user)`; empty if the dataset has no orders.
    std::span<const std::int32_t> ordersOf(std::int32_t user) const;
    /// Adds a user with this history; leaves `cuts` and `orders` unchanged.
    void append(const History& history);

    /// The first `HistoryCut::trainEnd` items of the history, which are trained on.
    History training(std::int32_t user) const;
    /// Whether the history has a held-out item for this split.
    bool hasTarget(std::int32_t user, Split split) const;
    /// The items that a model may read to predict the split's target. Under leave-one-out, the input of the test target
    /// includes the validation item. Pre: hasTarget(user, split).
    History input(std::int32_t user, Split split) const;
    Token target(std::int32_t user, Split split) const;  ///< the first target. Pre: hasTarget(user, split)
    /// All targets of the split, oldest first; an item may occur more than once. Pre: hasTarget(user, split).
    std::span<const Token> targets(std::int32_t user, Split split) const;
    /// Whether the user has items in the split's time window, but none before it, so that nothing can be predicted from
    /// a history.
    bool isCold(std::int32_t user, Split split) const;
    /// The time of the split's first target; nothing without times. Pre: hasTarget(user, split).
    std::optional<std::int64_t> targetTime(std::int32_t user, Split split) const;
    HistoryCut cutOf(std::int32_t user) const;
};

/// Whether a reader of histories also reads their times, which need 8 bytes for each interaction.
enum class ReadTimes { No, Yes };

/// The share of interactions with an item that the user had interacted with before, 0…1. `Protocol::defaultFor` uses it
/// to decide whether seen items stay candidates.
double repeatShare(const Histories& histories);

}  // namespace recscope
