// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/id_table.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace recscope {

namespace {

constexpr std::size_t kMaxDigits = 8;
constexpr std::size_t kFirstNumbers = 1 << 20, kFirstSlots = 1 << 10;

/// The value of "0", "7", "7000", but not of "007", so that different texts get different numbers; -1 for others.
std::int64_t smallNumber(std::string_view id) {
    if (id.empty() || id.size() > kMaxDigits || (id[0] == '0' && id.size() > 1)) return -1;
    std::int64_t number = 0;
    for (const char c : id) {
        if (c < '0' || c > '9') return -1;
        number = 10 * number + (c - '0');
    }
    return number;
}

}  // namespace

std::int32_t IdTable::indexOf(std::string_view id) {
    const std::int64_t number = smallNumber(id);
    if (number < 0) return indexByHash(id);
    const auto known = static_cast<std::size_t>(number);
    if (known >= m_byNumber.size()) {
        // Ids beyond kFirstNumbers use the hash table, so that a few large numbers do not make the array large.
        if (known >= kFirstNumbers) return indexByHash(id);
        m_byNumber.resize(std::max<std::size_t>(known + 1, std::min(2 * m_byNumber.size(), kFirstNumbers)), -1);
    }
    std::int32_t& index = m_byNumber[known];
    if (index < 0) index = add(id);
    return index;
}

bool IdTable::contains(std::string_view id) const {
    const std::int64_t number = smallNumber(id);
    if (number >= 0 && static_cast<std::size_t>(number) < m_byNumber.size() &&
        m_byNumber[static_cast<std::size_t>(number)] >= 0) {
        return true;
    }
    if (m_slots.empty()) return false;
    const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>()(id));
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t at = hash & mask; m_slots[at].index >= 0; at = (at + 1) & mask) {
        if (m_slots[at].hash == hash && m_ids[static_cast<std::size_t>(m_slots[at].index)] == id) return true;
    }
    return false;
}

std::int32_t IdTable::add(std::string_view id) {
    m_ids.emplace_back(id);
    return static_cast<std::int32_t>(m_ids.size() - 1);
}

std::int32_t IdTable::indexByHash(std::string_view id) {
    if (2 * (m_hashed + 1) > m_slots.size()) grow();
    const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>()(id));
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        Slot& slot = m_slots[at];
        if (slot.index < 0) {
            slot = {hash, add(id)};
            ++m_hashed;
            return slot.index;
        }
        if (slot.hash == hash && m_ids[static_cast<std::size_t>(slot.index)] == id) return slot.index;
    }
}

void IdTable::grow() {
    const std::vector<Slot> old = std::exchange(m_slots, std::vector<Slot>(std::max(kFirstSlots, 2 * m_slots.size())));
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.index < 0) continue;
        std::size_t at = slot.hash & mask;
        while (m_slots[at].index >= 0) at = (at + 1) & mask;
        m_slots[at] = slot;
    }
}

std::vector<std::string> IdTable::takeIds() {
    m_byNumber.clear();
    m_slots.clear();
    m_hashed = 0;
    return std::exchange(m_ids, {});
}

}  // namespace recscope
