// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/prefix_task.h"

#include <algorithm>

#include "core/util/random.h"

namespace recscope {

std::vector<PrefixBatch> splitIntoPieces(std::vector<PrefixSamples::Sample> samples, std::int64_t maxLength,
                                         const PrefixBatch& whole, std::int64_t maxPositions) {
    const auto length = [&](const PrefixSamples::Sample& sample) {
        const auto items = static_cast<std::int64_t>(sample.history.size());
        return maxLength > 0 ? std::min(items, maxLength) : items;
    };
    std::int64_t positions = 0;
    for (const PrefixSamples::Sample& sample : samples) positions += length(sample);
    if (positions > maxPositions)
        std::stable_sort(samples.begin(), samples.end(),
                         [&](const auto& a, const auto& b) { return length(a) > length(b); });
    std::vector<PrefixBatch> pieces;
    std::int64_t capacity = 0;
    for (const PrefixSamples::Sample& sample : samples) {
        if (pieces.empty() || capacity < length(sample)) {
            const std::uint64_t number = pieces.size();
            PrefixBatch& piece = pieces.emplace_back();
            piece.batchSamples = whole.batchSamples;
            piece.dropoutSeed =
                number == 0 || whole.dropoutSeed == 0 ? whole.dropoutSeed : Random({whole.dropoutSeed, number}).next();
            capacity = maxPositions;
        }
        pieces.back().histories.add(sample.history, maxLength);
        pieces.back().targets.push_back(sample.target);
        capacity -= length(sample);
    }
    return pieces;
}

double nextItemLoss(kernels::Tape& tape, const PrefixBatch& batch, const kernels::Parameter& items,
                    kernels::Variable& states) {
    std::vector<std::int64_t> rows(batch.targets.begin(), batch.targets.end());
    for (std::int64_t& row : rows) row -= kFirstItemToken;
    const double weight = static_cast<double>(rows.size()) / static_cast<double>(batch.batchSamples);
    // PAD and MASK, the first and the last row, are not candidates.
    return weight * tape.crossEntropy(states, items.slice(kFirstItemToken, items.rows - 2), {}, rows, weight);
}

}  // namespace recscope
