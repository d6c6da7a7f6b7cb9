// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// The attention of one head on the items that truly caused the held-out item.
struct CauseMass {
    HeadId head;
    double mass = 0;        ///< share of the predicting position's attention, 0…1
    double even = 0;        ///< `mass` if the attention were uniform
    std::int32_t rank = 0;  ///< rank of the cause with the largest weight among all items, by weight; 1 = first
};

/// How much of the attention and of the removal effects falls on the true causes of the held-out item, for one user of
/// the sample data, which records these causes. If equal items are removed together, all occurrences of a cause count
/// as the cause, both for the heads and for the removal test.
struct CauseCard {
    Token target = kPadToken;  ///< the held-out item
    Pattern pattern = Pattern::Noise;
    std::vector<std::int32_t> causes;  ///< positions in the history; empty for patterns without a cause (Start, Noise)
    std::vector<std::int32_t> causesRead;  ///< the positions in `causes` that the model reads
    std::vector<CauseMass> heads;          ///< layer by layer; empty if no cause is read or the model has no attention
    std::int32_t items = 0;                ///< number of items compared; equal items removed together count once
    double effect = 0;                     ///< sum of the causes' removal effects, nats
    double effectShare = 0;                ///< sum of the causes' positive effects / sum of all positive effects, 0…1
    std::int32_t effectRank = 0;  ///< rank of the causes' largest effect among all effects; 1 = largest, 0 = no effects
};

/// `anybody`: a session of the run, for any user; the card is for `user`. Returns nothing if the user has no held-out
/// item or the dataset does not record its causes. Throws Error(Workspace) and Error(Cancelled).
std::optional<CauseCard> causeCard(const InferenceSession& anybody, Workspace& workspace, std::int32_t user,
                                   Split split, const RemovalOptions& removal, const std::stop_token& stop = {});

}  // namespace recscope
