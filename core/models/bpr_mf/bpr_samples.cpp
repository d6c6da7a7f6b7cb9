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
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto training = histories.training(user);
        for (const Token item : training) m_interactions.push_back({user, item});
        m_begins.push_back(static_cast<std::int64_t>(m_interactions.size()));
        if (!training.empty()) m_users.push_back(user);
    }
    m_owned = ItemSets(histories.userCount(), histories.itemCount, m_interactions);
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
        const Interaction positive = drawPositive(n, random);
        if (const std::optional<Token> other = negative(positive.row, random))
            samples.push_back({positive.row, positive.item, *other});
    }
    return samples;
}

BprSamples::Interaction BprSamples::drawPositive(std::int64_t n, Random& random) const {
    if (m_config.positives == BprPositives::Interactions)
        return m_interactions[static_cast<std::size_t>(m_order[static_cast<std::size_t>(n)])];
    const auto user = static_cast<std::size_t>(m_users[random.below(m_users.size())]);
    const std::int64_t begin = m_begins[user], size = m_begins[user + 1] - begin;
    return m_interactions[static_cast<std::size_t>(begin) + random.below(static_cast<std::uint64_t>(size))];
}

std::optional<Token> BprSamples::negative(std::int32_t user, Random& random) const {
    if (m_owned.hasAll(user)) return std::nullopt;
    // The number of draws is limited because the user may have all popular items.
    for (int draw = 0; draw < ItemSets::kMaxDraws; ++draw) {
        const Token item =
            m_config.negatives == BprNegatives::Items
                ? kFirstItemToken + static_cast<Token>(random.below(static_cast<std::uint64_t>(m_itemCount)))
                : m_interactions[random.below(m_interactions.size())].item;
        if (!m_owned.has(user, item)) return item;
        if (m_config.hit == BprHit::Skip) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace recscope
