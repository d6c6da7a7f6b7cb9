// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/kernels/arena.h"
#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// Assigns the P packed rows of a micro-batch to its B sequences, and states at which Q positions there are queries. In
/// the last layer, only the positions to predict are queries.
struct AttentionLayout {
    std::vector<std::int32_t> starts;       ///< (B + 1): sequence b has rows starts[b]…starts[b + 1]-1
    std::vector<std::int32_t> queryStarts;  ///< (B + 1): sequence b has queries queryStarts[b]…queryStarts[b + 1]-1
    /// (Q): 0-based position of each query row in its sequence; ascending within a sequence
    std::vector<std::int32_t> queryPositions;
    std::vector<std::uint8_t> hidden = {};  ///< (P): 1: no other row may attend to this row; empty: no row is hidden
    bool isCausal = false;                  ///< true: a query attends only to its own and earlier positions
    std::int64_t heads = 1;

    std::int64_t sequences() const { return static_cast<std::int64_t>(starts.size()) - 1; }
    std::int64_t length(std::int64_t b) const;   ///< number of rows of sequence b
    std::int64_t queries(std::int64_t b) const;  ///< number of queries of sequence b
};

/// Values that the forward pass saves for the backward pass.
struct SavedAttention {
    /// Softmax weights: one (queries, keys) matrix for each block of queries of each head. A block is all queries of a
    /// sequence or, if the attention is causal, at most 32 of them. A weight that dropout removed is stored with a
    /// negative sign.
    float* weights = nullptr;
};

/// Multi-head scaled dot-product attention (Vaswani et al. 2017, section 3.2) of packed sequences: query (Q, C), key
/// and value (P, C) -> out (Q, C). Scores, softmax, dropout and weighted sum are computed for one head of one sequence
/// at a time and so stay in the CPU caches.
SavedAttention attend(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                      const Matrix& out, const Dropout& dropout, Arena& arena);

/// The linear layers that project the rows of all sequences, a matrix (P, C), to keys and values. `key` and `value` are
/// (C, C) weights as in torch.nn.Linear. There is no bias for the keys: it would add the same number to all scores of a
/// query, which leaves the softmax unchanged.
struct MemoryWeights {
    const float* key = nullptr;
    const float* value = nullptr;
    const float* valueBias = nullptr;  ///< (C)
};
/// Whether attendWithoutKeys() can be used and is estimated to be faster: each sequence has exactly one query, and
/// there are at most `columns` / 4 heads (`columns` is C).
bool canAttendWithoutKeys(const AttentionLayout& layout, std::int64_t columns);
/// Computes the result of attend() for one query per sequence without dropout, directly from `memory` (P, C), the
/// matrix of all rows from which attend() would need keys and values. Because q (W_k x) = (W_k^T q) x, and the weighted
/// sum of W_v x is W_v times the weighted sum of x, neither keys nor values are computed for the rows of `memory`.
void attendWithoutKeys(const AttentionLayout& layout, const Matrix& query, const Matrix& memory,
                       const MemoryWeights& weights, const Matrix& out, Arena& arena);

/// Where attendBackward() writes its results: (Q, C), (P, C), (P, C). Old values are overwritten.
struct AttentionGradients {
    Matrix query, key, value;
};
/// Computes the gradients of the inputs of attend() from that of its result, `outGradient` (Q, C).
void attendBackward(const AttentionLayout& layout, const Matrix& query, const Matrix& key, const Matrix& value,
                    const SavedAttention& saved, const Matrix& outGradient, const AttentionGradients& gradients,
                    const Dropout& dropout, Arena& arena);

}  // namespace recscope::kernels
