// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/run_seeds.h"

#include "core/recommender/registry.h"

namespace recscope {

bool dependsOnSeed(const RunRecord& run) {
    const auto config = readableConfig(run.config);
    return !config || hasConfigKey(*config, "seed");
}

bool sameConfig(const RunRecord& a, const RunRecord& b) {
    auto left = readableConfig(a.config), right = readableConfig(b.config);
    if (!left || !right || (a.id != b.id && !canBeTrained(left->model))) return false;
    left->training.seed = right->training.seed = 0;
    return *left == *right;
}

}  // namespace recscope
