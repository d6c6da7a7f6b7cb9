// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/data/sample_rules.h"
#include "core/sequence/dataset.h"
#include "core/sequence/histories.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

inline constexpr const char* kSampleName = "Sample cinema";

/// An invented small cinema whose visitors follow known planted patterns (Pattern). Every interaction has a known cause
/// or is known to be random, so that the best reachable metrics can be computed. The next film depends only on the
/// films already seen (no hidden state), so the exact distribution of the next item is known at every position.
struct SampleShop {
    SampleRules rules;                              ///< which films belong together
    std::vector<ItemInfo> items;                    ///< titles and genres, one per token 1…V, V = number of items
    Histories histories;                            ///< of all users
    std::vector<std::vector<std::int64_t>> times;   ///< indexed by user and position; unix seconds
    std::vector<std::vector<PlantedCause>> causes;  ///< indexed by user and position
};

struct SampleOptions {
    std::uint64_t seed = 2026;
    std::int32_t users = 2000;
};

SampleShop makeSampleShop(const SampleOptions& options = {});

/// The true probability of each token (V + 2 entries; PAD and MASK are 0) to come next after this history.
std::vector<float> trueNextItem(const SampleShop& shop, std::span<const Token> history);

/// Stores the sample as a dataset named `kSampleName`, with its causes and, in `sampleFacts`, the metrics of the true
/// distribution on both splits ("best_reachable": {"valid": {…}, "test": {…}, "protocol": {…}}).
/// Returns the existing dataset if the workspace already has it.
DatasetInfo ensureSampleDataset(Workspace& workspace, const ProgressSink& progress, std::stop_token stop);

}  // namespace recscope
