// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/metrics/seed_statistics.h"
#include "core/store/run_store.h"

namespace recscope {

/// Finished runs that differ only in their seed, and how their test metrics vary.
struct SeedGroup {
    std::vector<RunRecord> runs;  ///< at least two runs, sorted by seed
    /// Mean and spread over the seeds, one entry per test metric, named as in `Metrics::named`.
    std::vector<std::pair<std::string, Spread>> test;
    Spread ndcg10, hr10;  ///< the entries of `test` for NDCG@10 and HR@10
};

/// All groups among `runs`. The runs of a group have the same dataset, protocol and config except for the seed. Of
/// several runs with the same seed, only the newest counts.
std::vector<SeedGroup> seedGroups(std::span<const RunRecord> runs);

}  // namespace recscope
