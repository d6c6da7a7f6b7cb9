// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/kernels/arena.h"
#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// Which packed rows belong to the same sequence, and which of them are queries: in the last layer only the scored
/// positions are.
struct AttentionLayout {
    std::vector<std::int32_t> starts;          ///< B + 1: the rows of sequence b are starts[b]…starts[b + 1]-1
    std::vector<std::int32_t> queryStarts;     ///< B + 1: the same for the query rows
    std::vector<std::int32_t> queryPositions;  ///< per query row: its position in its sequence, 0-based, ascending
    std::vector<std::uint8_t> hidden = {};     ///< per row: 1 = no other row may attend to it; empty: none is hidden
    bool looksBack = false;                    ///< causal: a query attends to its own and earlier positions
    std::int64_t heads = 1;

    std::int64_t sequences() const { return static_cast<std::int64_t>(starts.size()) - 1; }
    std::int64_t length(std::int64_t b) const;   ///< T of sequence b
    std::int64_t queries(std::int64_t b) const;  ///< query rows of sequence b
};

/// What the forward pass keeps for the backward pass.
struct AttentionMemory {
    float* weights = nullptr;  ///< all (queries, length) maps of softmax weights; negative where dropped
};

/// Multi-head scaled dot-product attention (Vaswani et al. 2017, section 3.2) of packed sequences: query (Q, C), key
/// and value (P, C) -> out (Q, C). Scores, softmax, dropout and weighted sum are computed for one head of one sequence
/// at a time and so stay in the CPU caches.
AttentionMemory attend(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                       const Matrix& out, const Dropout& dropout, Arena& arena);

/// The projections from the memory to keys and values: (C, C) weights as in a linear layer. There is no bias for the
/// keys: it would add the same number to all scores of a query, which leaves the softmax unchanged.
struct MemoryWeights {
    const float* key = nullptr;
    const float* value = nullptr;
    const float* valueBias = nullptr;  ///< (C)
};
/// Whether attendWithoutKeys() applies and is cheaper: each sequence has exactly one query, and there are few heads.
bool canAttendWithoutKeys(const AttentionLayout& layout, std::int64_t columns);
/// The same as attend() with one query per sequence and no dropout, but computed from the memory (P, C) that keys and
/// values are projected from. q (W_k x) = (W_k^T q) x, and the weighted sum of W_v x is W_v times the weighted sum of
/// x, so that no row of the memory needs a key or a value.
void attendWithoutKeys(const AttentionLayout& layout, const Matrix& query, const Matrix& memory,
                       const MemoryWeights& weights, const Matrix& out, Arena& arena);

struct AttentionGradients {
    Matrix query, key, value;  ///< overwritten
};
void attendBackward(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                    const AttentionMemory& memory, const Matrix& outGradient, const AttentionGradients& gradients,
                    const Dropout& dropout, Arena& arena);

}  // namespace recscope::kernels
