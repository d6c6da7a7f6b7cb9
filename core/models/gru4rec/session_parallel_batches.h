// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sequence/histories.h"

namespace recscope {

/// Session-parallel order (Hidasi et al., 2016, section 3.1.1): so many histories are read side by side, one item a
/// step; when one ends, the next history takes its slot and begins with an empty state. At the end there are fewer.
class SessionParallelBatches {
public:
    struct Slot {
        std::int32_t user = 0;
        std::int32_t position = 0;  ///< the item that is read in this step; the one after it is the target
        bool isNew = false;         ///< the first step of its history
    };

    /// Of the training parts with at least two items, in the order of the users. `histories` must outlive this.
    SessionParallelBatches(const Histories& histories, std::int64_t count, std::int64_t fewest);

    /// Those of this step; empty when the epoch is over (or fewer than `fewest` are left).
    std::span<const Slot> slots() const { return m_slots; }
    Token input(const Slot& slot) const;
    Token target(const Slot& slot) const;

    /// Goes a step on. `from[i]`: which of the old slots slot i of the new step is; -1: a new history.
    std::vector<std::int32_t> advance();
    std::int64_t ended() const { return m_ended; }  ///< histories that were read to their end so far

    static std::int64_t stepsOf(const Histories& histories, std::int64_t count, std::int64_t fewest);
    /// What `advance` returned, done to the slots' states (B, units): each stays with its history, and a new history
    /// begins with zeros.
    static void carryOn(std::vector<float>& states, std::span<const std::int32_t> from, std::int64_t units);

private:
    bool fill(Slot& slot);

    const Histories& m_histories;
    std::int64_t m_fewest;
    std::int32_t m_next = 0;  ///< the next user to begin
    std::vector<Slot> m_slots;
    std::int64_t m_ended = 0;
};

}  // namespace recscope
