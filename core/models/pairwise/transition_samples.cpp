// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/transition_samples.h"

#include <algorithm>
#include <numeric>

namespace recscope {

namespace {
constexpr std::uint64_t kOrderStream = 1, kSampleStream = 2;
}

TransitionSamples::TransitionSamples(const Histories& histories, const TransitionRules& rules, std::uint64_t seed)
    : m_rules(rules), m_seed(seed), m_itemCount(histories.itemCount) {
    std::vector<ItemSets::Member> excluded;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto training = histories.training(user);
        for (std::size_t i = 1; i < training.size(); ++i) {
            m_transitions.push_back({.user = user, .last = training[i - 1], .positive = training[i]});
            if (rules.negatives == TransitionNegatives::NeverNext) excluded.push_back({training[i - 1], training[i]});
        }
        if (rules.negatives == TransitionNegatives::Unseen) {
            for (const Token item : training) excluded.push_back({user, item});
        }
    }
    if (rules.negatives != TransitionNegatives::Others) {
        const bool byUser = rules.negatives == TransitionNegatives::Unseen;
        m_excluded = ItemSets(byUser ? histories.userCount() : vocabularySize(m_itemCount), m_itemCount, excluded);
    }
    const bool byItem = rules.positives == TransitionPositives::Items;
    if (byItem)
        std::stable_sort(m_transitions.begin(), m_transitions.end(),
                         [](const Transition& a, const Transition& b) { return a.last < b.last; });
    for (std::size_t i = 0; i < m_transitions.size(); ++i) {
        const auto group = [&](std::size_t n) { return byItem ? m_transitions[n].last : m_transitions[n].user; };
        if (i == 0 || group(i) != group(i - 1)) m_begins.push_back(static_cast<std::int64_t>(i));
    }
    m_begins.push_back(count());
}

void TransitionSamples::startEpoch(std::int64_t epoch) {
    m_epoch = epoch;
    if (m_rules.positives != TransitionPositives::Transitions) return;
    m_order.resize(m_transitions.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    Random({m_seed, kOrderStream, static_cast<std::uint64_t>(epoch)}).shuffle(std::span(m_order));
}

std::vector<TransitionSample> TransitionSamples::draw(std::int64_t block) const {
    Random random({m_seed, kSampleStream, static_cast<std::uint64_t>(m_epoch), static_cast<std::uint64_t>(block)});
    const std::int64_t end = std::min(count(), (block + 1) * kBlock);
    std::vector<TransitionSample> samples;
    samples.reserve(static_cast<std::size_t>(end - block * kBlock));
    for (std::int64_t n = block * kBlock; n < end; ++n) {
        const Transition& transition = drawPositive(n, random);
        if (const std::optional<Token> other = negative(transition, random))
            samples.push_back({.user = transition.user,
                               .last = transition.last,
                               .positive = transition.positive,
                               .negative = *other});
    }
    return samples;
}

const TransitionSamples::Transition& TransitionSamples::drawPositive(std::int64_t n, Random& random) const {
    if (m_rules.positives == TransitionPositives::Transitions)
        return m_transitions[static_cast<std::size_t>(m_order[static_cast<std::size_t>(n)])];
    const std::size_t group = random.below(m_begins.size() - 1);
    const auto begin = static_cast<std::size_t>(m_begins[group]), end = static_cast<std::size_t>(m_begins[group + 1]);
    return m_transitions[begin + random.below(end - begin)];
}

std::optional<Token> TransitionSamples::negative(const Transition& transition, Random& random) const {
    if (m_rules.negatives == TransitionNegatives::NeverNext) return m_excluded.outside(transition.last, random);
    if (m_rules.negatives == TransitionNegatives::Unseen) return m_excluded.outside(transition.user, random);
    if (m_itemCount < 2) return std::nullopt;
    // Uniform over all items except the positive one: one of V - 1 numbers, from which the positive item is skipped.
    const auto other = kFirstItemToken + static_cast<Token>(random.below(static_cast<std::uint64_t>(m_itemCount) - 1));
    return other < transition.positive ? other : other + 1;
}

}  // namespace recscope
