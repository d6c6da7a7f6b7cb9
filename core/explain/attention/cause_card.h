// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// The attention of one head on the true cause.
struct CauseMass {
    HeadId head;
    double mass = 0;        ///< share of the predicting position's attention, 0…1
    double even = 0;        ///< the same share if attention were uniform
    std::int32_t rank = 0;  ///< of the cause's best item among the `items`, by weight; 1 = largest
};

/// For a user of the sample data: how much attention and removal effect fall on what really caused the held-out item.
/// If equal items are removed together, the other occurrences of a cause count with it, for heads and removal test
/// alike.
struct CauseCard {
    Token target = kPadToken;
    Pattern pattern = Pattern::Noise;
    std::vector<std::int32_t> causes;  ///< positions in the history; empty for patterns without a cause (Start, Noise)
    std::vector<std::int32_t> causesRead;  ///< the causes that the model reads
    std::vector<CauseMass> heads;          ///< layer by layer; empty if no cause is read or the model has no attention
    std::int32_t items = 0;                ///< number of items compared; equal items removed together count once
    double effect = 0;                     ///< sum of the causes' removal effects, nats
    double effectShare = 0;                ///< positive effects of the causes / all positive effects, 0…1
    std::int32_t effectRank = 0;  ///< of the causes' largest effect among all effects; 1 = largest, 0 = no effects
};

/// Returns nothing if the user has no held-out item or the dataset does not record its causes. Throws Error(Workspace)
/// and Error(Cancelled).
std::optional<CauseCard> causeCard(const InferenceSession& anybody, Workspace& workspace, std::int32_t user,
                                   Split split, const RemovalOptions& removal, const std::stop_token& stop = {});

}  // namespace recscope
