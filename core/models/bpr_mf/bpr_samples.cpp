// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bpr_mf/bpr_samples.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace recscope {

namespace {
constexpr std::uint64_t kOrderStream = 1, kSampleStream = 2;
}

BprSamples::BprSamples(const Histories& histories, const RunConfig& config)
    : m_config(bprMfOf(config)), m_seed(config.training.seed), m_itemCount(histories.itemCount) {
    m_begins.push_back(0);
    m_ownedBegins.push_back(0);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto training = histories.training(user);
        for (const Token item : training) m_interactions.push_back({user, item});
        const auto first = m_owned.insert(m_owned.end(), training.begin(), training.end());
        std::sort(first, m_owned.end());
        m_owned.erase(std::unique(first, m_owned.end()), m_owned.end());
        m_begins.push_back(static_cast<std::int64_t>(m_interactions.size()));
        m_ownedBegins.push_back(static_cast<std::int64_t>(m_owned.size()));
        if (!training.empty()) m_users.push_back(user);
    }
}

void BprSamples::startEpoch(std::int64_t epoch) {
    m_epoch = epoch;
    if (m_config.positives == BprPositives::Users) return;
    m_order.resize(m_interactions.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    Random({m_seed, kOrderStream, static_cast<std::uint64_t>(epoch)}).shuffle(std::span(m_order));
}

std::vector<BprSample> BprSamples::draw(std::int64_t block) const {
    Random random({m_seed, kSampleStream, static_cast<std::uint64_t>(m_epoch), static_cast<std::uint64_t>(block)});
    const std::int64_t end = std::min(count(), (block + 1) * kBlock);
    std::vector<BprSample> samples;
    samples.reserve(static_cast<std::size_t>(end - block * kBlock));
    for (std::int64_t n = block * kBlock; n < end; ++n) {
        const Interaction wanted = positive(n, random);
        if (const std::optional<Token> other = negative(wanted.user, random))
            samples.push_back({wanted.user, wanted.item, *other});
    }
    return samples;
}

BprSamples::Interaction BprSamples::positive(std::int64_t n, Random& random) const {
    if (m_config.positives == BprPositives::Interactions)
        return m_interactions[static_cast<std::size_t>(m_order[static_cast<std::size_t>(n)])];
    const auto user = static_cast<std::size_t>(m_users[random.below(m_users.size())]);
    const std::int64_t begin = m_begins[user], size = m_begins[user + 1] - begin;
    return m_interactions[static_cast<std::size_t>(begin) + random.below(static_cast<std::uint64_t>(size))];
}

std::optional<Token> BprSamples::negative(std::int32_t user, Random& random) const {
    const auto index = static_cast<std::size_t>(user);
    if (m_ownedBegins[index + 1] - m_ownedBegins[index] >= m_itemCount) return std::nullopt;  // has everything
    constexpr int kMostDraws = 1000;  // the popular items alone may all be the user's
    for (int draw = 0; draw < kMostDraws; ++draw) {
        const Token item =
            m_config.negatives == BprNegatives::Items
                ? kFirstItemToken + static_cast<Token>(random.below(static_cast<std::uint64_t>(m_itemCount)))
                : m_interactions[random.below(m_interactions.size())].item;
        if (!has(user, item)) return item;
        if (m_config.hit == BprHit::Skip) return std::nullopt;
    }
    return std::nullopt;
}

/// A search whose steps are no jumps: which way it goes cannot be foreseen.
bool BprSamples::has(std::int32_t user, Token item) const {
    const auto index = static_cast<std::size_t>(user);
    const Token* at = m_owned.data() + m_ownedBegins[index];
    for (std::int64_t size = m_ownedBegins[index + 1] - m_ownedBegins[index]; size > 1;) {
        const std::int64_t half = size / 2;
        at += at[half] <= item ? half : 0;
        size -= half;
    }
    return *at == item;
}

}  // namespace recscope
