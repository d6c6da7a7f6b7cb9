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

/// The same of what caused each held-out item alone: ranked by the probabilities that its cause gives the items after
/// this history, equal ones by the true probabilities. Whoever does not know the cause cannot be expected to rank these
/// users' items better, so this bounds each cause by itself, which `bestReachableRanks` does not: what ranks best over
/// all users gives one cause up for another. Nothing where `bestReachableRanks` has nothing.
std::optional<std::vector<UserRank>> bestRanksByCause(const DatasetInfo& dataset, const Histories& histories,
                                                      const Protocol& protocol, Split split,
                                                      const std::stop_token& stop = {});

/// The dataset was made and knows why its interactions happened: views of causes have something to show.
bool knowsCauses(const DatasetInfo& dataset);

}  // namespace recscope
