// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/models/caser/caser_config.h"
#include "core/models/pairwise/item_sets.h"
#include "core/sequence/histories.h"

namespace recscope {

/// A window of L items (the input of the filters), the T items after it, and negatives: items that the user does not
/// have.
struct CaserSample {
    std::int32_t user = 0;
    std::vector<Token> window;     ///< (L) oldest first, padded on the left
    std::vector<Token> targets;    ///< the next items, at most T, without padding
    std::vector<Token> negatives;  ///< empty if the user has every item
};

/// Makes samples from windows of L + T consecutive items at a stride of one; a user with fewer items has a single
/// window, padded on the left. Negatives are a function of (seed, epoch, sample).
class CaserSamples {
public:
    /// `histories` must outlive this.
    CaserSamples(const Histories& histories, const CaserConfig& config, std::uint64_t seed);

    std::int64_t count() const { return m_begins.back(); }
    CaserSample at(std::int64_t index, std::int64_t epoch) const;

    /// Returns the newest `window` items of a history, padded on the left to that length.
    static std::vector<Token> windowOf(std::span<const Token> history, std::int64_t window);

private:
    const Histories& m_histories;
    CaserConfig m_config;
    std::uint64_t m_seed;
    ItemSets m_owned;
    std::vector<std::int64_t> m_begins{0};  ///< (U + 1) index of the first sample of each user
};

}  // namespace recscope
