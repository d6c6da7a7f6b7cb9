// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/models/ncf/ncf_config.h"
#include "core/models/pairwise/item_sets.h"
#include "core/sequence/histories.h"

namespace recscope {

/// A user, and an item that the user has or does not have.
struct NcfSample {
    std::int32_t user = 0;
    Token item = kPadToken;
    bool isPositiveItem = false;  ///< true: the user has the item
};

/// The samples of an epoch: each interaction of the training parts, followed by its negatives. A negative is an item
/// that the user does not have; it is a function of (seed, epoch, sample).
class NcfSamples {
public:
    /// `histories` must outlive this.
    NcfSamples(const Histories& histories, std::int64_t negatives, std::uint64_t seed);

    std::int64_t count() const { return m_begins.back() * (m_negatives + 1); }
    /// Returns sample `index` of an epoch. If no negative is found, for example because the user has every item, the
    /// positive sample is returned again.
    NcfSample at(std::int64_t index, std::int64_t epoch) const;

private:
    const Histories& m_histories;
    std::int64_t m_negatives;
    std::uint64_t m_seed;
    ItemSets m_owned;
    std::vector<std::int64_t> m_begins{0};  ///< (U + 1) index of the first interaction of each user
};

}  // namespace recscope
