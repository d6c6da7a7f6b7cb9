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
/// Nothing if the dataset is not the sample as the generator makes it, or if the protocol differs: where seen items are
/// not candidates, a model could beat the true probabilities by knowing which items are excluded. Throws
/// Error(Cancelled).
std::optional<std::vector<UserRank>> bestReachableRanks(const DatasetInfo& dataset, const Histories& histories,
                                                        const Protocol& protocol, Split split,
                                                        const std::stop_token& stop = {});

/// The same for each cause by itself: each held-out item is ranked by the probabilities that its own cause gives the
/// items after this history, ties by the true probabilities. A model that does not know the cause cannot be expected to
/// rank these users' items better, so this bounds each cause separately. `bestReachableRanks` does not, because the
/// ranking that is best over all users trades one cause off against another. Nothing where `bestReachableRanks` returns
/// nothing.
std::optional<std::vector<UserRank>> bestRanksByCause(const DatasetInfo& dataset, const Histories& histories,
                                                      const Protocol& protocol, Split split,
                                                      const std::stop_token& stop = {});

/// True if the dataset is synthetic and stores why its interactions happened, so that views of causes have something to
/// show.
bool knowsCauses(const DatasetInfo& dataset);

}  // namespace recscope
