// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/prefix_samples.h"

#include <algorithm>

namespace recscope {

std::int64_t PackedHistories::length(std::int64_t n) const {
    const auto at = static_cast<std::size_t>(n);
    return starts[at + 1] - starts[at];
}

void PackedHistories::add(std::span<const Token> history, std::int64_t maxPositions) {
    if (maxPositions > 0 && static_cast<std::int64_t>(history.size()) > maxPositions)
        history = history.last(static_cast<std::size_t>(maxPositions));
    std::copy_if(history.begin(), history.end(), std::back_inserter(tokens),
                 [](Token token) { return token != kPadToken; });
    starts.push_back(static_cast<std::int32_t>(tokens.size()));
}

PrefixSamples::PrefixSamples(const Histories& histories) : m_histories(histories) {
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto length = static_cast<std::int64_t>(histories.training(user).size());
        m_begins.push_back(m_begins.back() + std::max<std::int64_t>(length - 1, 0));
    }
}

PrefixSamples::Sample PrefixSamples::at(std::int64_t index) const {
    const auto next = std::upper_bound(m_begins.begin(), m_begins.end(), index);
    const auto user = static_cast<std::int32_t>(next - m_begins.begin() - 1);
    const std::span<const Token> training = m_histories.training(user);
    const auto length = static_cast<std::size_t>(index - m_begins[static_cast<std::size_t>(user)] + 1);
    return {.user = user, .history = training.first(length), .target = training[length]};
}

}  // namespace recscope
