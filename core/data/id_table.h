// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Assigns the indices 0, 1, … to ids in the order of their first appearance. Most ids are small whole numbers, which
/// are looked up in an array; the others are looked up in a hash table with open addressing.
class IdTable {
public:
    std::int32_t indexOf(std::string_view id);  ///< adds an id that is not in the table yet
    bool contains(std::string_view id) const;
    const std::vector<std::string>& ids() const { return m_ids; }
    std::vector<std::string> takeIds();  ///< leaves the table empty

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::int32_t index = -1;  // -1: free
    };

    std::int32_t add(std::string_view id);
    std::int32_t indexByHash(std::string_view id);
    void grow();

    std::vector<std::string> m_ids;
    std::vector<std::int32_t> m_byNumber;  // indexed by the id as a number; -1: not seen
    std::vector<Slot> m_slots;             // a power of two in size, at most half full
    std::size_t m_hashed = 0;              // number of occupied slots
};

}  // namespace recscope
