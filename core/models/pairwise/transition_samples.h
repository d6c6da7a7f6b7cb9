// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/models/pairwise/item_sets.h"
#include "core/models/pairwise/transition_rules.h"
#include "core/sequence/histories.h"
#include "core/util/random.h"

namespace recscope {

/// A user, two consecutive items of the user's history, and a negative for the second.
struct TransitionSample {
    std::int32_t user = 0;
    Token last = kPadToken, positive = kPadToken, negative = kPadToken;
};

/// Draws samples from the training parts of histories: as many per epoch as there are transitions. Samples are drawn in
/// blocks of kBlock and are a function of (seed, epoch, block).
class TransitionSamples {
public:
    using Sample = TransitionSample;
    static constexpr std::int64_t kBlock = 1 << 14;  ///< number of samples that are drawn together

    TransitionSamples(const Histories& histories, const TransitionRules& rules, std::uint64_t seed);

    std::int64_t count() const { return static_cast<std::int64_t>(m_transitions.size()); }
    std::int64_t blocks() const { return (count() + kBlock - 1) / kBlock; }
    void startEpoch(std::int64_t epoch);
    /// Draws the samples of a block; samples for which no negative is found are left out.
    std::vector<TransitionSample> draw(std::int64_t block) const;

private:
    /// Two consecutive items of a user's training part.
    struct Transition {
        std::int32_t user = 0;
        Token last = kPadToken, positive = kPadToken;
    };
    const Transition& drawPositive(std::int64_t n, Random& random) const;
    std::optional<Token> negative(const Transition& transition, Random& random) const;

    TransitionRules m_rules;
    std::uint64_t m_seed;
    std::int64_t m_epoch = 0;
    std::int32_t m_itemCount;
    std::vector<Transition> m_transitions;  ///< grouped by user, or by last item if the positives are Items
    std::vector<std::int64_t> m_begins;     ///< (groups + 1) first index of each group in m_transitions
    std::vector<std::int32_t> m_order;      ///< the epoch's order of m_transitions, if the positives are Transitions
    ItemSets m_excluded;  ///< items that cannot be negatives, by user (Unseen) or last item (NeverNext)
};

}  // namespace recscope
