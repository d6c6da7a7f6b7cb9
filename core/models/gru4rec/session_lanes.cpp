// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/session_lanes.h"

#include <algorithm>

namespace recscope {

SessionLanes::SessionLanes(const Histories& histories, std::int64_t count, std::int64_t fewest)
    : m_histories(histories), m_fewest(fewest) {
    for (Lane lane; static_cast<std::int64_t>(m_lanes.size()) < count && fill(lane);) m_lanes.push_back(lane);
    if (static_cast<std::int64_t>(m_lanes.size()) < fewest) m_lanes.clear();
}

bool SessionLanes::fill(Lane& lane) {
    while (m_next < m_histories.userCount() && m_histories.training(m_next).size() < 2) ++m_next;
    if (m_next >= m_histories.userCount()) return false;
    lane = {.user = m_next++, .position = 0, .isNew = true};
    return true;
}

Token SessionLanes::input(const Lane& lane) const {
    return m_histories.training(lane.user)[static_cast<std::size_t>(lane.position)];
}

Token SessionLanes::target(const Lane& lane) const {
    return m_histories.training(lane.user)[static_cast<std::size_t>(lane.position) + 1];
}

std::vector<std::int32_t> SessionLanes::advance() {
    std::vector<std::int32_t> from;
    std::vector<Lane> next;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        Lane lane = m_lanes[i];
        lane.isNew = false;
        ++lane.position;
        const auto length = static_cast<std::int32_t>(m_histories.training(lane.user).size());
        if (lane.position + 1 < length) {
            from.push_back(static_cast<std::int32_t>(i));
        } else {
            ++m_ended;
            if (!fill(lane)) continue;
            from.push_back(-1);
        }
        next.push_back(lane);
    }
    m_lanes = std::move(next);
    if (static_cast<std::int64_t>(m_lanes.size()) < m_fewest) m_lanes.clear();
    from.resize(m_lanes.size());
    return from;
}

std::int64_t SessionLanes::stepsOf(const Histories& histories, std::int64_t count, std::int64_t fewest) {
    SessionLanes lanes(histories, count, fewest);
    std::int64_t steps = 0;
    for (; !lanes.lanes().empty(); lanes.advance()) ++steps;
    return steps;
}

void SessionLanes::carryOn(std::vector<float>& states, std::span<const std::int32_t> from, std::int64_t units) {
    float* to = states.data();  // never beyond what is still to be read: lanes only close up
    for (const std::int32_t lane : from) {
        const float* const state = states.data() + lane * units;
        if (lane < 0)
            std::fill_n(to, units, 0.0F);
        else if (to != state)
            std::copy_n(state, units, to);
        to += units;
    }
    states.resize(from.size() * static_cast<std::size_t>(units));
}

}  // namespace recscope
