// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/caser/caser_samples.h"

#include <algorithm>

#include "core/models/minibatch/user_rows.h"

namespace recscope {

namespace {
constexpr std::uint64_t kNegativeStream = 4;
}

CaserSamples::CaserSamples(const Histories& histories, const CaserConfig& config, std::uint64_t seed)
    : m_histories(histories), m_config(config), m_seed(seed), m_owned(itemsOfUsers(histories)) {
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto length = static_cast<std::int64_t>(histories.training(user).size());
        const std::int64_t windows = length - config.window - config.targets + 1;
        m_begins.push_back(m_begins.back() + (length == 0 ? 0 : std::max<std::int64_t>(windows, 1)));
    }
}

std::vector<Token> CaserSamples::windowOf(std::span<const Token> history, std::int64_t window) {
    const auto L = static_cast<std::size_t>(window);
    const std::span<const Token> newest = history.last(std::min(history.size(), L));
    std::vector<Token> padded(L - newest.size(), kPadToken);
    padded.insert(padded.end(), newest.begin(), newest.end());
    return padded;
}

CaserSample CaserSamples::at(std::int64_t index, std::int64_t epoch) const {
    const auto next = std::upper_bound(m_begins.begin(), m_begins.end(), index);
    CaserSample sample;
    sample.user = static_cast<std::int32_t>(next - m_begins.begin() - 1);
    const std::span<const Token> training = m_histories.training(sample.user);
    const auto fullLength = static_cast<std::size_t>(m_config.window + m_config.targets);
    const auto first = static_cast<std::size_t>(index - m_begins[static_cast<std::size_t>(sample.user)]);
    const std::span<const Token> part = training.size() < fullLength ? training : training.subspan(first, fullLength);
    const std::size_t targets = std::min(part.size(), static_cast<std::size_t>(m_config.targets));
    sample.window = windowOf(part.first(part.size() - targets), m_config.window);
    sample.targets.assign(part.end() - static_cast<std::ptrdiff_t>(targets), part.end());
    Random random({m_seed, kNegativeStream, static_cast<std::uint64_t>(epoch), static_cast<std::uint64_t>(index)});
    for (std::int64_t i = 0; i < m_config.negatives; ++i) {
        if (const std::optional<Token> other = m_owned.outside(sample.user, random)) sample.negatives.push_back(*other);
    }
    return sample;
}

}  // namespace recscope
