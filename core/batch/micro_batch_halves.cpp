// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/micro_batch_halves.h"

#include <algorithm>

namespace recscope {

namespace {

/// If `scored` is set, removes the unused slots after the first `scored` ones; reading `scored` waits for the device.
MicroBatch withoutUnusedSlots(MicroBatch microBatch) {
    if (!microBatch.scored.defined()) return microBatch;
    const auto M = microBatch.scored.item<std::int64_t>();
    const bool isPerPosition = microBatch.negatives.defined() && microBatch.negatives.dim() == 2;
    microBatch.positions = microBatch.positions.slice(0, 0, M);
    microBatch.targets = microBatch.targets.slice(0, 0, M);
    if (isPerPosition) microBatch.negatives = microBatch.negatives.slice(0, 0, M);
    if (microBatch.excluded.defined()) microBatch.excluded = microBatch.excluded.slice(0, 0, M);
    microBatch.scored = torch::Tensor();
    return microBatch;
}

/// Returns rows begin…end-1 of a micro-batch. Pre: it has no unused slots (see withoutUnusedSlots).
MicroBatch rowsOf(const MicroBatch& microBatch, std::int64_t begin, std::int64_t end) {
    const std::int64_t T = microBatch.tokens.size(1);
    const torch::Tensor indices = microBatch.positions.ge(begin * T)
                                      .logical_and(microBatch.positions.lt(end * T))
                                      .nonzero()
                                      .flatten();  // of the positions in these rows
    const auto chosen = [&](const torch::Tensor& ofPositions) {
        return ofPositions.defined() ? ofPositions.index_select(0, indices) : torch::Tensor();
    };
    const bool isShared = microBatch.negatives.defined() && microBatch.negatives.dim() == 1;
    return {.tokens = microBatch.tokens.slice(0, begin, end),
            .positions = chosen(microBatch.positions) - begin * T,
            .targets = chosen(microBatch.targets),
            .negatives = isShared ? microBatch.negatives : chosen(microBatch.negatives),
            .excluded = chosen(microBatch.excluded)};
}

}  // namespace

bool canBeHalved(const TrainingBatch& batch) {
    return std::any_of(batch.microBatches.begin(), batch.microBatches.end(),
                       [](const MicroBatch& microBatch) { return microBatch.tokens.size(0) > 1; });
}

TrainingBatch halved(const TrainingBatch& batch) {
    TrainingBatch result{.microBatches = {}, .sequences = batch.sequences, .scored = 0};
    const auto add = [&](const MicroBatch& microBatch) {
        if (microBatch.targets.size(0) == 0) return;
        result.scored += microBatch.targets.size(0);
        result.microBatches.push_back(microBatch);
    };
    for (const MicroBatch& whole : batch.microBatches) {
        const MicroBatch microBatch = withoutUnusedSlots(whole);
        const std::int64_t rows = microBatch.tokens.size(0), half = (rows + 1) / 2;
        if (rows > 1) {
            add(rowsOf(microBatch, 0, half));
            add(rowsOf(microBatch, half, rows));
        } else {
            add(microBatch);
        }
    }
    return result;
}

}  // namespace recscope
