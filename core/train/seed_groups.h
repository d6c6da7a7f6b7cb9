// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// Mean and sample standard deviation (n - 1).
struct Spread {
    double mean = 0, deviation = 0;
};

/// Finished runs that differ in their seed alone.
struct SeedGroup {
    std::vector<RunRecord> runs;  ///< at least two, by seed
    Spread ndcg10, hr10;          ///< on test
};

/// All groups among `runs`: same dataset, protocol and config but for the seed; each seed counts once, the newest run.
std::vector<SeedGroup> seedGroups(std::span<const RunRecord> runs);

}  // namespace recscope
