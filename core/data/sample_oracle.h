// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/sequence/dataset.h"

namespace recscope {

/// The best reachable ranks of the sample dataset, in user order: the rank of each user's held-out item by the true
/// probabilities, under the protocol stored in `sampleFacts.best_reachable`. The metrics of these ranks are those of
/// the reference "Best reachable". Unset if the dataset is not exactly the generated sample. Also unset under any other
/// protocol, because the true probabilities are optimal only under the stored one. If seen items were removed, for
/// example, a repeated held-out item would be the only seen candidate, so that a model could do better by ranking seen
/// items first. Throws Error(Cancelled).
std::optional<std::vector<UserRank>> bestReachableRanks(const DatasetInfo& dataset, const Histories& histories,
                                                        const Protocol& protocol, Split split,
                                                        const std::stop_token& stop = {});

/// The best reachable ranks for each cause separately. Each held-out item is ranked by the probabilities that the cause
/// of this item's interaction assigns to the next item; ties are ranked by the true probabilities. A model that does
/// not know the cause cannot be expected to rank these items better, so these ranks limit the metrics of each cause.
/// The ranks of `bestReachableRanks` do not give such a limit: the ranking that is best over all users trades one cause
/// off against another. Unset whenever the result of `bestReachableRanks` is.
std::optional<std::vector<UserRank>> bestRanksByCause(const DatasetInfo& dataset, const Histories& histories,
                                                      const Protocol& protocol, Split split,
                                                      const std::stop_token& stop = {});

/// True if the dataset is synthetic and stores why its interactions happened, so that views of causes have data to
/// show.
bool knowsCauses(const DatasetInfo& dataset);

}  // namespace recscope
