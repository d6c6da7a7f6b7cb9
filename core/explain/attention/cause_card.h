// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// What one head puts on the true cause.
struct CauseMass {
    HeadId head;
    double mass = 0;        ///< of the predicting position's attention, 0…1
    double even = 0;        ///< what an even spread over all it sees would put there
    std::int32_t rank = 0;  ///< of the cause's best item among the `items`, by weight; 1 = first
};

/// For a user of the sample data: how much attention and removal effect fall on what really caused the held-out item.
/// Where equal items are taken away together, the equals of a cause count with it, for heads and removal test alike.
struct CauseCard {
    Token target = kPadToken;
    Pattern pattern = Pattern::Noise;
    std::vector<std::int32_t> causes;      ///< positions in the history; empty where nothing caused it (Start, Noise)
    std::vector<std::int32_t> causesRead;  ///< those of them that the model reads
    std::vector<CauseMass> heads;          ///< layer by layer; empty if no cause is read, or without attention
    std::int32_t items = 0;                ///< that are compared: of those read, equal ones that go together once
    double effect = 0;                     ///< sum of the causes' removal effects, nats
    double effectShare = 0;                ///< of the sum of all effects above 0, 0…1
    std::int32_t effectRank = 0;  ///< of the cause with the largest effect among the items read; 0 = no effects
};

/// Nothing if the user has no held-out item or the dataset does not know its causes. Throws Error(Workspace) and
/// Error(Cancelled).
std::optional<CauseCard> causeCard(const InferenceSession& anybody, Workspace& workspace, std::int32_t user,
                                   Split split, const RemovalOptions& removal, const std::stop_token& stop = {});

}  // namespace recscope
