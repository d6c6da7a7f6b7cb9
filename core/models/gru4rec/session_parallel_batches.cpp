// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/session_parallel_batches.h"

#include <algorithm>

namespace recscope {

SessionParallelBatches::SessionParallelBatches(const Histories& histories, std::int64_t count, std::int64_t minSlots)
    : m_histories(histories), m_minSlots(minSlots) {
    for (Slot slot; static_cast<std::int64_t>(m_slots.size()) < count && fill(slot);) m_slots.push_back(slot);
    if (static_cast<std::int64_t>(m_slots.size()) < minSlots) m_slots.clear();
}

bool SessionParallelBatches::fill(Slot& slot) {
    while (m_nextUser < m_histories.userCount() && m_histories.training(m_nextUser).size() < 2) ++m_nextUser;
    if (m_nextUser >= m_histories.userCount()) return false;
    slot = {.user = m_nextUser++, .position = 0, .isNew = true};
    return true;
}

Token SessionParallelBatches::input(const Slot& slot) const {
    return m_histories.training(slot.user)[static_cast<std::size_t>(slot.position)];
}

Token SessionParallelBatches::target(const Slot& slot) const {
    return m_histories.training(slot.user)[static_cast<std::size_t>(slot.position) + 1];
}

std::vector<std::int32_t> SessionParallelBatches::advance() {
    std::vector<std::int32_t> from;
    std::vector<Slot> next;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        Slot slot = m_slots[i];
        slot.isNew = false;
        ++slot.position;
        const auto length = static_cast<std::int32_t>(m_histories.training(slot.user).size());
        if (slot.position + 1 < length) {
            from.push_back(static_cast<std::int32_t>(i));
        } else {
            ++m_ended;
            if (!fill(slot)) continue;
            from.push_back(-1);
        }
        next.push_back(slot);
    }
    m_slots = std::move(next);
    if (static_cast<std::int64_t>(m_slots.size()) < m_minSlots) m_slots.clear();
    from.resize(m_slots.size());
    return from;
}

std::int64_t SessionParallelBatches::stepsOf(const Histories& histories, std::int64_t count, std::int64_t minSlots) {
    SessionParallelBatches slots(histories, count, minSlots);
    std::int64_t steps = 0;
    for (; !slots.slots().empty(); slots.advance()) ++steps;
    return steps;
}

void SessionParallelBatches::rearrangeStates(std::vector<float>& states, std::span<const std::int32_t> from,
                                             std::int64_t units) {
    float* to = states.data();  // writes never overtake reads, because slots only move towards the front
    for (const std::int32_t slot : from) {
        const float* const state = states.data() + slot * units;
        if (slot < 0)
            std::fill_n(to, units, 0.0F);
        else if (to != state)
            std::copy_n(state, units, to);
        to += units;
    }
    states.resize(from.size() * static_cast<std::size_t>(units));
}

}  // namespace recscope
