// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/kernels/arena.h"
#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// Which packed rows belong together, and which of them ask: the last layer asks at scored positions only.
struct AttentionLayout {
    std::vector<std::int32_t> starts;          ///< B + 1: the rows of sequence b are starts[b]…starts[b + 1]-1
    std::vector<std::int32_t> queryStarts;     ///< B + 1: the same for the rows that ask
    std::vector<std::int32_t> queryPositions;  ///< per row that asks: its position in its sequence, from 0, rising
    std::vector<std::uint8_t> hidden = {};     ///< per row: 1 = only itself may look at it; empty: none
    bool looksBack = false;                    ///< only at its own position and before it
    std::int64_t heads = 1;

    std::int64_t sequences() const { return static_cast<std::int64_t>(starts.size()) - 1; }
    std::int64_t length(std::int64_t b) const;   ///< T of sequence b
    std::int64_t queries(std::int64_t b) const;  ///< rows of it that ask
};

/// What the backward pass needs again.
struct AttentionMemory {
    float* weights = nullptr;  ///< all (queries, length) maps of softmax weights; minus where dropped
};

/// Multi-head scaled dot-product attention (Vaswani et al. 2017, section 3.2) of packed sequences: query (Q, C), key
/// and value (P, C) -> out (Q, C). Scores, softmax, dropout and sum of one head of one sequence stay in the caches.
AttentionMemory attend(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                       const Matrix& out, const Dropout& dropout, Arena& arena);

/// What makes keys and values of what is remembered: (C, C) weights as in a linear layer. The keys' bias is not here:
/// it adds the same to all scores of a query, which softmax does not see.
struct MemoryWeights {
    const float* key = nullptr;
    const float* value = nullptr;
    const float* valueBias = nullptr;  ///< (C)
};
/// Whether attendWithoutKeys can do it and makes less work: each sequence asks once, and heads are few.
bool canAttendWithoutKeys(const AttentionLayout& layout, std::int64_t columns);
/// The same as attend() of one query a sequence, without dropout, from what keys and values are made of: memory (P, C).
/// q (W_k x) = (W_k^T q) x, and the sum of weighted W_v x is W_v times the weighted sum of x: no row of the memory
/// needs a key or a value.
void attendWithoutKeys(const AttentionLayout& layout, const Matrix& query, const Matrix& memory,
                       const MemoryWeights& weights, const Matrix& out, Arena& arena);

struct AttentionGradients {
    Matrix query, key, value;  ///< overwritten
};
void attendBackward(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                    const AttentionMemory& memory, const Matrix& outGradient, const AttentionGradients& gradients,
                    const Dropout& dropout, Arena& arena);

}  // namespace recscope::kernels
