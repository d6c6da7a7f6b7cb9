// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// All histories of a dataset in one block: user u's items are `items[offsets[u]] … items[offsets[u + 1] - 1]`, oldest
/// first.
struct Histories {
    std::int32_t itemCount = 0;            ///< V
    std::vector<std::int64_t> offsets{0};  ///< (U + 1)
    std::vector<Token> items;              ///< (interactions), each in 1…V

    std::int32_t userCount() const { return static_cast<std::int32_t>(offsets.size()) - 1; }
    std::span<const Token> of(std::int32_t user) const;
    void append(std::span<const Token> history);
};

/// The share of interactions whose item the same user already had, 0…1. Decides whether seen items stay candidates
/// (see `Protocol::defaultFor`).
double repeatShare(const Histories& histories);

}  // namespace recscope
