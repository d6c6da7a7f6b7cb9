// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/slice_shares.h"

#include <algorithm>
#include <numeric>

#include "core/models/transformer/transformer_config.h"

namespace recscope {

namespace {

/// About what a slice costs: its tokens, and each pair of them in the attention.
double costOf(const BatchSlice& slice, const RunConfig& config) {
    const auto B = static_cast<double>(slice.tokens.size(0)), T = static_cast<double>(slice.tokens.size(1));
    return B * T * (12 * static_cast<double>(transformerOf(config).dim) + 2 * T);
}

}  // namespace

std::vector<std::vector<std::size_t>> shareOut(const TrainingBatch& batch, const RunConfig& config, int workers) {
    std::vector<std::size_t> order(batch.slices.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return costOf(batch.slices[a], config) > costOf(batch.slices[b], config);
    });
    std::vector<std::vector<std::size_t>> shares(static_cast<std::size_t>(workers));
    std::vector<double> loads(shares.size(), 0);
    for (const std::size_t slice : order) {
        const auto least = static_cast<std::size_t>(std::min_element(loads.begin(), loads.end()) - loads.begin());
        shares[least].push_back(slice);
        loads[least] += costOf(batch.slices[slice], config);
    }
    return shares;
}

}  // namespace recscope
