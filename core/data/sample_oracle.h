// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// The best reachable ranks of the sample: each user's held-out item ranked by the true probabilities, in user order,
/// under the protocol that `facts.best_reachable` names. Their metrics are those of the reference "Best reachable".
/// Nothing if the dataset is not the sample as the generator makes it, or the protocol is another one: where seen items
/// are no candidates, a model could do better than the true probabilities by knowing which. Throws Error(Cancelled).
std::optional<std::vector<UserRank>> bestReachableRanks(const DatasetInfo& dataset, const Histories& histories,
                                                        const Protocol& protocol, Split split,
                                                        const std::stop_token& stop = {});

}  // namespace recscope
