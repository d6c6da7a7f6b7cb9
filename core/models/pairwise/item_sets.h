// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/sequence/token.h"
#include "core/util/random.h"

namespace recscope {

/// One set of items per row, where a row stands for a user or for an item. Items outside a set can be drawn at random.
class ItemSets {
public:
    struct Member {
        std::int32_t row = 0;
        Token item = kPadToken;
    };
    ItemSets() = default;
    /// Members in any order, possibly repeated; rows 0 … rows - 1, items 1 … itemCount.
    ItemSets(std::int32_t rows, std::int32_t itemCount, std::span<const Member> members);

    std::span<const Token> of(std::int32_t row) const;  ///< the row's items, ascending and without duplicates
    bool has(std::int32_t row, Token item) const;
    bool hasAll(std::int32_t row) const;
    /// Draws uniformly from the items outside the row's set. Returns nothing if there are none or if kMaxDraws
    /// attempts find none.
    std::optional<Token> outside(std::int32_t row, Random& random) const;

    static constexpr int kMaxDraws = 1000;  ///< number of items drawn before the search for a non-member is given up

private:
    std::uint64_t bitOf(std::int32_t row, Token item) const {
        return static_cast<std::uint64_t>(row) * (static_cast<std::uint64_t>(m_itemCount) + 1) +
               static_cast<std::uint64_t>(item);
    }
    std::int32_t m_itemCount = 0;
    std::vector<std::int64_t> m_begins;  ///< (rows + 1) offset of each row's set in m_items
    std::vector<Token> m_items;
    std::vector<std::uint64_t> m_bits;  ///< one bit per (row, item), set for members; empty if too large
};

}  // namespace recscope
