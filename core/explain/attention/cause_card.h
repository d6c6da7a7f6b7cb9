// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// The attention of one head on the causes: the history items from which the generator of the sample data derived the
/// held-out item.
struct CauseMass {
    HeadId head;
    double mass = 0;         ///< share of the predicting position's attention, 0…1
    double uniformMass = 0;  ///< `mass` if the attention were uniform
    std::int32_t rank = 0;   ///< best rank of a cause if all items are sorted by attention weight; 1 = largest weight
};

/// How much of the attention and of the removal effects falls on the true causes of the held-out item, for one user of
/// the sample data, which records these causes. If all occurrences of an item are removed together, all occurrences of
/// a cause count as the cause, both for the heads and for the removal test.
struct CauseCard {
    Token target = kPadToken;  ///< the held-out item
    Pattern pattern = Pattern::Noise;
    std::vector<std::int32_t> causes;  ///< positions in the history; empty for patterns without a cause (Start, Noise)
    std::vector<std::int32_t> causesRead;  ///< the positions in `causes` that the model reads
    /// In order of layer, then head; empty if no cause is read or the model has no softmax attention.
    std::vector<CauseMass> heads;
    std::int32_t items = 0;  ///< number of items compared; occurrences removed together count once
    double effect = 0;       ///< sum of the causes' removal effects, nats
    double effectShare = 0;  ///< sum of the causes' positive effects / sum of all positive effects, 0…1
    /// Best rank of a cause if all removal effects are sorted; 1 = largest, 0 = no effects.
    std::int32_t effectRank = 0;
};

/// `session`: any inference session of the run; it need not be for `user`. Returns nothing if the user has no held-out
/// item, or if the dataset does not record the causes of that item. Throws Error(Workspace) and Error(Cancelled).
std::optional<CauseCard> causeCard(const InferenceSession& session, Workspace& workspace, std::int32_t user,
                                   Split split, const RemovalOptions& removal, const std::stop_token& stop = {});

}  // namespace recscope
