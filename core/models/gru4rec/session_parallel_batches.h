// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sequence/histories.h"

namespace recscope {

/// Session-parallel order (Hidasi et al., 2016, section 3.1.1): `count` slots each read one history, one item per step.
/// When a history ends, its slot continues with the next history, from a zero state. When no histories are left, slots
/// are removed as their histories end.
class SessionParallelBatches {
public:
    struct Slot {
        std::int32_t user = 0;
        std::int32_t position = 0;  ///< index of the item read in this step; the next item is the target
        bool isNew = false;         ///< true in the first step of its history
    };

    /// Reads the training parts with at least two items, in the order of the users. `histories` must outlive this.
    SessionParallelBatches(const Histories& histories, std::int64_t count, std::int64_t minSlots);

    /// The slots of this step; empty when the epoch is over. The epoch ends as soon as fewer than `minSlots` slots have
    /// a history to read.
    std::span<const Slot> slots() const { return m_slots; }
    Token input(const Slot& slot) const;
    Token target(const Slot& slot) const;

    /// Advances by one step. Element i of the result is the index of the old slot whose history slot i continues, or -1
    /// if slot i begins a new history.
    std::vector<std::int32_t> advance();
    std::int64_t ended() const { return m_ended; }  ///< number of histories read to their end so far

    /// The number of steps of an epoch.
    static std::int64_t stepsOf(const Histories& histories, std::int64_t count, std::int64_t minSlots);
    /// Applies the result of `advance` to the slots' states (B, units): each state stays with its history, and a new
    /// history begins with zeros.
    static void rearrangeStates(std::vector<float>& states, std::span<const std::int32_t> from, std::int64_t units);

private:
    /// Puts the next history into the slot; returns false if no history is left.
    bool fill(Slot& slot);

    const Histories& m_histories;
    std::int64_t m_minSlots;
    std::int32_t m_nextUser = 0;  ///< the user whose history begins next
    std::vector<Slot> m_slots;
    std::int64_t m_ended = 0;
};

}  // namespace recscope
