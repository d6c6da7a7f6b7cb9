// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/metrics/seed_statistics.h"
#include "core/store/run_store.h"

namespace recscope {

/// Finished runs that differ in their seed alone.
struct SeedGroup {
    std::vector<RunRecord> runs;                       ///< at least two, by seed
    std::vector<std::pair<std::string, Spread>> test;  ///< every metric, in the order of `Metrics::named`
    Spread ndcg10, hr10;                               ///< two of these metrics
};

/// All groups among `runs`: same dataset, protocol and config but for the seed; each seed counts once, the newest run.
std::vector<SeedGroup> seedGroups(std::span<const RunRecord> runs);

}  // namespace recscope
