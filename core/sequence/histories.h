// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sequence/split.h"
#include "core/sequence/token.h"

namespace recscope {

/// All histories of a dataset in one block: user u's items are `items[offsets[u]] … items[offsets[u + 1] - 1]`, oldest
/// first.
struct Histories {
    std::int32_t itemCount = 0;            ///< V
    std::vector<std::int64_t> offsets{0};  ///< (U + 1)
    std::vector<Token> items;              ///< (interactions), each in 1…V
    std::vector<HistoryCut> cuts;          ///< (U), the split of each; or empty: leave-one-out

    std::int32_t userCount() const { return static_cast<std::int32_t>(offsets.size()) - 1; }
    std::span<const Token> of(std::int32_t user) const;
    void append(std::span<const Token> history);

    /// The training part of the history.
    std::span<const Token> training(std::int32_t user) const;
    bool hasTarget(std::int32_t user, Split split) const;
    /// What the model may read to predict the split's target: under leave-one-out the validation item is in the input
    /// of the test target. Pre: hasTarget(user, split).
    std::span<const Token> input(std::int32_t user, Split split) const;
    Token target(std::int32_t user, Split split) const;  ///< Pre: hasTarget(user, split)
    HistoryCut cutOf(std::int32_t user) const;
};

/// The share of interactions whose item the same user already had, 0…1. Decides whether seen items stay candidates
/// (see `Protocol::defaultFor`).
double repeatShare(const Histories& histories);

}  // namespace recscope
