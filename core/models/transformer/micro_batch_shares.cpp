// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/micro_batch_shares.h"

#include <algorithm>
#include <numeric>

#include "core/models/transformer/transformer_config.h"

namespace recscope {

namespace {

/// Returns the relative cost of a micro-batch of B histories of T positions: the multiplications of one layer, divided
/// by the width d. A layer needs 12 d^2 per position for the weight matrices and 2 d for each pair of positions in the
/// attention.
double costOf(const MicroBatch& microBatch, const RunConfig& config) {
    const auto B = static_cast<double>(microBatch.tokens.size(0)), T = static_cast<double>(microBatch.tokens.size(1));
    return B * T * (12 * static_cast<double>(transformerOf(config).dim) + 2 * T);
}

}  // namespace

std::vector<std::vector<std::size_t>> assignMicroBatches(const TrainingBatch& batch, const RunConfig& config,
                                                         int workers) {
    std::vector<std::size_t> order(batch.microBatches.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return costOf(batch.microBatches[a], config) > costOf(batch.microBatches[b], config);
    });
    std::vector<std::vector<std::size_t>> shares(static_cast<std::size_t>(workers));
    std::vector<double> loads(shares.size(), 0);
    for (const std::size_t microBatch : order) {
        const auto leastLoaded = static_cast<std::size_t>(std::min_element(loads.begin(), loads.end()) - loads.begin());
        shares[leastLoaded].push_back(microBatch);
        loads[leastLoaded] += costOf(batch.microBatches[microBatch], config);
    }
    return shares;
}

}  // namespace recscope
