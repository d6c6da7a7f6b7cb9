// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf_samples.h"

#include <algorithm>

#include "core/models/minibatch/user_rows.h"

namespace recscope {

namespace {
constexpr std::uint64_t kNegativeStream = 4;
}

NcfSamples::NcfSamples(const Histories& histories, std::int64_t negatives, std::uint64_t seed)
    : m_histories(histories), m_negatives(negatives), m_seed(seed), m_owned(itemsOfUsers(histories)) {
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        m_begins.push_back(m_begins.back() + static_cast<std::int64_t>(histories.training(user).size()));
}

NcfSample NcfSamples::at(std::int64_t index, std::int64_t epoch) const {
    const std::int64_t interaction = index / (m_negatives + 1);
    const auto next = std::upper_bound(m_begins.begin(), m_begins.end(), interaction);
    const auto user = static_cast<std::int32_t>(next - m_begins.begin() - 1);
    const auto position = static_cast<std::size_t>(interaction - m_begins[static_cast<std::size_t>(user)]);
    const NcfSample positive = {.user = user, .item = m_histories.training(user)[position], .isPositiveItem = true};
    if (index % (m_negatives + 1) == 0) return positive;
    Random random({m_seed, kNegativeStream, static_cast<std::uint64_t>(epoch), static_cast<std::uint64_t>(index)});
    const std::optional<Token> other = m_owned.outside(user, random);
    return other ? NcfSample{.user = user, .item = *other, .isPositiveItem = false} : positive;
}

}  // namespace recscope
