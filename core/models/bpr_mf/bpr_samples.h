// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/models/bpr_mf/bpr_mf_config.h"
#include "core/models/pairwise/item_sets.h"
#include "core/sequence/histories.h"
#include "core/util/random.h"

namespace recscope {

/// A user, an item of that user, and an item that the user does not have.
struct BprSample {
    std::int32_t user = 0;
    Token positive = kPadToken, negative = kPadToken;
};

/// Draws samples from the training parts of histories. An epoch draws as many samples as there are interactions.
/// Samples are drawn in blocks of kBlock and are a function of (seed, epoch, block).
class BprSamples {
public:
    using Sample = BprSample;
    static constexpr std::int64_t kBlock = 1 << 14;  ///< number of samples that are drawn together

    BprSamples(const Histories& histories, const RunConfig& config);

    std::int64_t count() const { return static_cast<std::int64_t>(m_interactions.size()); }
    std::int64_t blocks() const { return (count() + kBlock - 1) / kBlock; }
    void startEpoch(std::int64_t epoch);
    /// Draws the samples of a block; samples for which no negative is found are left out.
    std::vector<BprSample> draw(std::int64_t block) const;

private:
    using Interaction = ItemSets::Member;  ///< a user (`row`) and an item
    Interaction drawPositive(std::int64_t n, Random& random) const;
    std::optional<Token> negative(std::int32_t user, Random& random) const;

    BprMfConfig m_config;
    std::uint64_t m_seed;
    std::int64_t m_epoch = 0;
    std::int32_t m_itemCount;
    std::vector<Interaction> m_interactions;  ///< grouped by user
    std::vector<std::int64_t> m_begins;       ///< (U + 1) index of the first interaction of each user
    ItemSets m_owned;                         ///< the items of each user
    std::vector<std::int32_t> m_users;        ///< users with at least one interaction
    std::vector<std::int32_t> m_order;        ///< indices into m_interactions in the order of the epoch
};

}  // namespace recscope
