// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/slice_halves.h"

#include <algorithm>

namespace recscope {

namespace {

/// A slice that says on the device how many of its M positions count, as one that has no others.
BatchSlice withoutSpareSlots(BatchSlice slice) {
    if (!slice.scored.defined()) return slice;
    const auto M = slice.scored.item<std::int64_t>();
    const bool hasOwn = slice.negatives.defined() && slice.negatives.dim() == 2;  // negatives of each position
    slice.positions = slice.positions.slice(0, 0, M);
    slice.targets = slice.targets.slice(0, 0, M);
    if (hasOwn) slice.negatives = slice.negatives.slice(0, 0, M);
    if (slice.excluded.defined()) slice.excluded = slice.excluded.slice(0, 0, M);
    slice.scored = torch::Tensor();
    return slice;
}

/// Rows begin…end-1 of a slice without spare slots.
BatchSlice rowsOf(const BatchSlice& slice, std::int64_t begin, std::int64_t end) {
    const std::int64_t T = slice.tokens.size(1);
    const torch::Tensor which =
        slice.positions.ge(begin * T).logical_and(slice.positions.lt(end * T)).nonzero().flatten();  // (M of these)
    const auto chosen = [&](const torch::Tensor& ofPositions) {
        return ofPositions.defined() ? ofPositions.index_select(0, which) : torch::Tensor();
    };
    const bool isShared = slice.negatives.defined() && slice.negatives.dim() == 1;
    return {.tokens = slice.tokens.slice(0, begin, end),
            .positions = chosen(slice.positions) - begin * T,
            .targets = chosen(slice.targets),
            .negatives = isShared ? slice.negatives : chosen(slice.negatives),
            .excluded = chosen(slice.excluded)};
}

}  // namespace

bool canBeHalved(const TrainingBatch& batch) {
    return std::any_of(batch.slices.begin(), batch.slices.end(),
                       [](const BatchSlice& slice) { return slice.tokens.size(0) > 1; });
}

TrainingBatch halved(const TrainingBatch& batch) {
    TrainingBatch result{.slices = {}, .sequences = batch.sequences, .scored = 0};
    const auto add = [&](const BatchSlice& slice) {
        if (slice.targets.size(0) == 0) return;
        result.scored += slice.targets.size(0);
        result.slices.push_back(slice);
    };
    for (const BatchSlice& whole : batch.slices) {
        const BatchSlice slice = withoutSpareSlots(whole);
        const std::int64_t rows = slice.tokens.size(0), half = (rows + 1) / 2;
        if (rows > 1) {
            add(rowsOf(slice, 0, half));
            add(rowsOf(slice, half, rows));
        } else {
            add(slice);
        }
    }
    return result;
}

}  // namespace recscope
