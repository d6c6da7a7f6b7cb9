// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/attention.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope::kernels {

namespace {

// With a causal mask, a block has at most this many query rows, so that it can skip the keys after its last query.
// Without a causal mask, each head of a sequence is one block.
constexpr std::int64_t kQueriesAtOnce = 32;

/// Consecutive query rows of one head of one sequence, and the keys that at least one of them may attend to.
struct Block {
    std::int64_t sequence, head;
    std::int64_t begin, end;     ///< rows begin…end - 1 of the query matrix
    std::int64_t firstKey;       ///< row of the sequence's first key
    std::int64_t columns;        ///< number of keys, from firstKey on
    std::int64_t length;         ///< length of the sequence
    std::int64_t weights;        ///< offset of this block in SavedAttention::weights, in floats
    std::uint32_t firstElement;  ///< dropout element number of element (0, 0) in the head's full attention map
    std::int64_t rows() const { return end - begin; }
};

template <class Visit>
void forEachBlock(const AttentionLayout& layout, Visit visit) {
    std::int64_t weights = 0, elements = 0;
    for (std::int64_t b = 0; b < layout.sequences(); ++b) {
        const std::int64_t T = layout.length(b);
        const auto at = static_cast<std::size_t>(b);
        for (std::int64_t h = 0; h < layout.heads; ++h) {
            const std::int64_t first = layout.queryStarts[at], last = layout.queryStarts[at + 1];
            const std::int64_t step = layout.isCausal ? kQueriesAtOnce : last - first;
            for (std::int64_t begin = first; begin < last; begin += step) {
                const std::int64_t end = std::min(begin + step, last);
                const std::int64_t columns =
                    layout.isCausal ? layout.queryPositions[static_cast<std::size_t>(end - 1)] + 1 : T;
                visit(Block{.sequence = b,
                            .head = h,
                            .begin = begin,
                            .end = end,
                            .firstKey = layout.starts[at],
                            .columns = columns,
                            .length = T,
                            .weights = weights,
                            .firstElement = static_cast<std::uint32_t>(elements + h * T * T)});
                weights += (end - begin) * columns;
            }
        }
        elements += layout.heads * T * T;
    }
}

std::int64_t weightCount(const AttentionLayout& layout) {
    std::int64_t count = 0;
    forEachBlock(layout, [&](const Block& block) { count += block.rows() * block.columns; });
    return count;
}

/// The number of floats in the attention map of the largest block.
std::int64_t largestMap(const AttentionLayout& layout) {
    std::int64_t largest = 0;
    forEachBlock(layout, [&](const Block& block) { largest = std::max(largest, block.rows() * block.columns); });
    return largest;
}

std::int64_t longest(const AttentionLayout& layout) {
    std::int64_t largest = 0;
    for (std::int64_t b = 0; b < layout.sequences(); ++b) largest = std::max(largest, layout.length(b));
    return largest;
}

/// The number of keys, from the first on, that row i of the block may attend to if none is hidden.
std::int64_t visibleKeyCount(const AttentionLayout& layout, const Block& block, std::int64_t i) {
    return layout.isCausal ? layout.queryPositions[static_cast<std::size_t>(block.begin + i)] + 1 : block.columns;
}

// Replaces the score of a hidden key: far below any score, so that its softmax weight is 0.
constexpr float kMaskedScore = -1e9F;

/// Masks the scores of the hidden keys in row i of the block. A hidden position may still attend to itself.
void maskHidden(const AttentionLayout& layout, const Block& block, std::int64_t i, float* scores) {
    const std::int64_t queryPosition = layout.queryPositions[static_cast<std::size_t>(block.begin + i)];
    for (std::int64_t j = 0; j < block.columns; ++j) {
        if (j != queryPosition && layout.hidden[static_cast<std::size_t>(block.firstKey + j)] != 0)
            scores[j] = kMaskedScore;
    }
}

}  // namespace

std::int64_t AttentionLayout::length(std::int64_t b) const {
    return starts[static_cast<std::size_t>(b) + 1] - starts[static_cast<std::size_t>(b)];
}

std::int64_t AttentionLayout::queries(std::int64_t b) const {
    return queryStarts[static_cast<std::size_t>(b) + 1] - queryStarts[static_cast<std::size_t>(b)];
}

SavedAttention attend(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                      const Matrix& out, const Dropout& dropout, Arena& arena) {
    const std::int64_t C = query.columns, D = C / layout.heads;
    const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(D)));
    const SavedAttention saved{.weights = arena.floats(weightCount(layout))};
    const bool drops = dropout.p > 0;
    float* const dropped = drops ? arena.floats(largestMap(layout)) : nullptr;
    const DropoutMask mask(dropout);
    forEachBlock(layout, [&](const Block& block) {
        const std::int64_t rows = block.rows(), columns = block.columns, head = block.head * D;
        float* const weights = saved.weights + block.weights;
        product({query.row(block.begin) + head, C}, {key.row(block.firstKey) + head, C, /*transposed=*/true}, weights,
                columns, rows, columns, D, scale);
        for (std::int64_t i = 0; i < rows; ++i) {
            const std::int64_t visibleKeys = visibleKeyCount(layout, block, i);
            const std::int64_t position = layout.queryPositions[static_cast<std::size_t>(block.begin + i)];
            if (!layout.hidden.empty()) maskHidden(layout, block, i, weights + i * columns);
            if (drops) {
                softmaxAndDrop(weights + i * columns, dropped + i * columns, visibleKeys, columns, mask,
                               block.firstElement + static_cast<std::uint32_t>(position * block.length));
            } else {
                softmax(weights + i * columns, visibleKeys, columns);
            }
        }
        product({drops ? dropped : weights, columns}, {value.row(block.firstKey) + head, C},
                out.row(block.begin) + head, C, rows, D, columns);
    });
    return saved;
}

bool canAttendWithoutKeys(const AttentionLayout& layout, std::int64_t columns) {
    // C = columns. Without keys, a row of `memory` costs 2 C multiplications per head instead of 2 C^2 for all heads
    // together, but each of these 2 C^2 multiplications is faster.
    if (layout.heads * 4 > columns) return false;
    for (std::int64_t b = 0; b < layout.sequences(); ++b) {
        if (layout.queries(b) != 1) return false;
    }
    return true;
}

void attendWithoutKeys(const AttentionLayout& layout, const Matrix& query, const Matrix& memory,
                       const MemoryWeights& weights, const Matrix& out, Arena& arena) {
    const std::int64_t C = query.columns, D = C / layout.heads, B = layout.sequences();
    const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(D)));
    // Rows ordered by head, then by sequence: W_k^T q, and the weighted sums of the rows of `memory`.
    const Matrix mappedQueries = arena.matrix(layout.heads * B, C), sums = arena.matrix(layout.heads * B, C);
    float* const scores = arena.floats(longest(layout));
    for (std::int64_t h = 0; h < layout.heads; ++h)
        product({query.data + h * D, C}, {weights.key + h * D * C, C}, mappedQueries.row(h * B), C, B, C, D, scale);
    forEachBlock(layout, [&](const Block& block) {
        const std::int64_t visibleKeys = visibleKeyCount(layout, block, 0), row = block.head * B + block.sequence;
        const Matrix rows{memory.row(block.firstKey), visibleKeys, C};
        rowDots(rows, mappedQueries.row(row), scores);
        if (!layout.hidden.empty()) maskHidden(layout, block, 0, scores);
        softmax(scores, visibleKeys, visibleKeys);
        weightedSum(rows, scores, sums.row(row));
    });
    for (std::int64_t h = 0; h < layout.heads; ++h)
        product({sums.row(h * B), C}, {weights.value + h * D * C, C, /*transposed=*/true}, out.data + h * D, C, B, D,
                C);
    addToRows(out, weights.valueBias);
}

void attendBackward(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                    const SavedAttention& saved, const Matrix& outGradient, const AttentionGradients& gradients,
                    const Dropout& dropout, Arena& arena) {
    const std::int64_t C = query.columns, D = C / layout.heads;
    const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(D)));
    const float keptScale = DropoutMask(dropout).keptScale;
    const std::int64_t largest = largestMap(layout);
    float* const used = arena.floats(largest);
    float* const mapGradient = arena.floats(largest);  // of the weights of a block, then of its scores
    std::fill_n(gradients.key.data, gradients.key.size(), 0.0F);
    std::fill_n(gradients.value.data, gradients.value.size(), 0.0F);
    forEachBlock(layout, [&](const Block& block) {
        const std::int64_t rows = block.rows(), columns = block.columns, head = block.head * D;
        const float* const weights = saved.weights + block.weights;
        const float* const blockGradient = outGradient.row(block.begin) + head;
        usedWeights(weights, used, rows * columns, keptScale);
        product({used, columns, /*transposed=*/true}, {blockGradient, C}, gradients.value.row(block.firstKey) + head, C,
                columns, D, rows, /*alpha=*/1, /*beta=*/1);
        product({blockGradient, C}, {value.row(block.firstKey) + head, C, /*transposed=*/true}, mapGradient, columns,
                rows, columns, D);
        for (std::int64_t i = 0; i < rows; ++i)
            softmaxBackward(weights + i * columns, mapGradient + i * columns, columns, keptScale);
        product({mapGradient, columns}, {key.row(block.firstKey) + head, C}, gradients.query.row(block.begin) + head, C,
                rows, D, columns, scale);
        product({mapGradient, columns, /*transposed=*/true}, {query.row(block.begin) + head, C},
                gradients.key.row(block.firstKey) + head, C, columns, D, rows, scale, /*beta=*/1);
    });
}

}  // namespace recscope::kernels
