// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/item_sets.h"

#include <algorithm>

namespace recscope {

namespace {
constexpr std::uint64_t kMaxBits = std::uint64_t{1} << 27;  // a table of 16 MiB mostly stays in the last-level cache
constexpr std::uint64_t kWordBits = 64;
}  // namespace

ItemSets::ItemSets(std::int32_t rows, std::int32_t itemCount, std::span<const Member> members)
    : m_itemCount(itemCount) {
    std::vector<std::int64_t> begins(static_cast<std::size_t>(rows) + 1, 0);
    for (const Member& member : members) ++begins[static_cast<std::size_t>(member.row) + 1];
    for (std::size_t row = 1; row < begins.size(); ++row) begins[row] += begins[row - 1];
    std::vector<Token> items(members.size());
    std::vector<std::int64_t> next(begins.begin(), begins.end() - 1);
    for (const Member& member : members)
        items[static_cast<std::size_t>(next[static_cast<std::size_t>(member.row)]++)] = member.item;
    m_begins.push_back(0);
    for (std::size_t row = 0; row + 1 < begins.size(); ++row) {
        const auto first = items.begin() + begins[row], last = items.begin() + begins[row + 1];
        std::sort(first, last);
        m_items.insert(m_items.end(), first, std::unique(first, last));
        m_begins.push_back(static_cast<std::int64_t>(m_items.size()));
    }
    const std::uint64_t bits = bitOf(rows, 0);
    if (bits > kMaxBits) return;
    m_bits.assign(bits / kWordBits + 1, 0);
    for (const Member& member : members) {
        const std::uint64_t bit = bitOf(member.row, member.item);
        m_bits[bit / kWordBits] |= std::uint64_t{1} << (bit % kWordBits);
    }
}

std::span<const Token> ItemSets::of(std::int32_t row) const {
    const auto index = static_cast<std::size_t>(row);
    return std::span(m_items).subspan(static_cast<std::size_t>(m_begins[index]),
                                      static_cast<std::size_t>(m_begins[index + 1] - m_begins[index]));
}

/// If there is no bit table, searches the sorted set. The binary search avoids branches, because the processor could
/// not predict them.
bool ItemSets::has(std::int32_t row, Token item) const {
    if (!m_bits.empty()) {
        const std::uint64_t bit = bitOf(row, item);
        return (m_bits[bit / kWordBits] >> (bit % kWordBits) & 1) != 0;
    }
    const std::span<const Token> items = of(row);
    if (items.empty()) return false;
    const Token* at = items.data();
    for (std::size_t size = items.size(); size > 1;) {
        const std::size_t half = size / 2;
        at += at[half] <= item ? half : 0;
        size -= half;
    }
    return *at == item;
}

bool ItemSets::hasAll(std::int32_t row) const {
    return static_cast<std::int64_t>(of(row).size()) >= m_itemCount;
}

std::optional<Token> ItemSets::outside(std::int32_t row, Random& random) const {
    if (hasAll(row)) return std::nullopt;
    for (int draw = 0; draw < kMaxDraws; ++draw) {
        const auto item = kFirstItemToken + static_cast<Token>(random.below(static_cast<std::uint64_t>(m_itemCount)));
        if (!has(row, item)) return item;
    }
    return std::nullopt;
}

}  // namespace recscope
