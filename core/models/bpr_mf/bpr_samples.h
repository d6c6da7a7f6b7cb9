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
    Token positive = kPadToken, other = kPadToken;
};

/// Draws samples from the training parts of histories: as many per epoch as there are interactions. The samples are a
/// function of (seed, epoch, block).
class BprSamples {
public:
    using Sample = BprSample;
    static constexpr std::int64_t kBlock = 1 << 14;  ///< samples that are drawn together

    BprSamples(const Histories& histories, const RunConfig& config);

    std::int64_t count() const { return static_cast<std::int64_t>(m_interactions.size()); }
    std::int64_t blocks() const { return (count() + kBlock - 1) / kBlock; }
    void startEpoch(std::int64_t epoch);
    /// The samples of a block for which a negative was found.
    std::vector<BprSample> draw(std::int64_t block) const;

private:
    using Interaction = ItemSets::Member;  ///< its row is the user
    Interaction drawPositive(std::int64_t n, Random& random) const;
    std::optional<Token> negative(std::int32_t user, Random& random) const;

    BprMfConfig m_config;
    std::uint64_t m_seed;
    std::int64_t m_epoch = 0;
    std::int32_t m_itemCount;
    std::vector<Interaction> m_interactions;  ///< by user
    std::vector<std::int64_t> m_begins;       ///< (U + 1) into m_interactions
    ItemSets m_owned;                         ///< by user
    std::vector<std::int32_t> m_users;        ///< those with interactions
    std::vector<std::int32_t> m_order;        ///< order of the epoch, indices into m_interactions
};

}  // namespace recscope
