// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/arena.h"
#include "core/kernels/tape.h"

namespace recscope {

/// B concatenated histories without padding, with P positions in total, and the times that the attention reads.
struct HstuRows {
    std::vector<Token> tokens;  ///< (P) oldest first; kPadToken: a hidden position, to which no position attends
    std::vector<std::int32_t> starts{0};  ///< (B + 1) first row of each history
    std::vector<std::int64_t> times;      ///< (P) Unix seconds; empty if a history has none
    /// (P) Unix seconds of the interaction that the row predicts; empty if `times` is.
    std::vector<std::int64_t> nextTimes;

    std::int64_t count() const { return static_cast<std::int64_t>(starts.size()) - 1; }
    std::int64_t length(std::int64_t b) const;
};

/// The number of ranges of time gaps. Range k holds gaps of s seconds with floor(ln(max(1, |s|)) / 0.301) = k.
inline constexpr std::int64_t kTimeRanges = 129;
/// The range of a gap of `seconds`, 0…kTimeRanges - 1.
std::int32_t timeRangeOf(std::int64_t seconds);

/// The learned biases that are added to the attention scores of a layer. All heads of the layer share them.
struct AttentionBiases {
    kernels::Parameter position;  ///< (N) by distance in positions; null: not used
    kernels::Parameter time;      ///< (kTimeRanges); null: not used
};

/// HSTU's attention: A_ij = SiLU(q_i . k_j + position bias + time bias) / N for j <= i, and 0 for hidden positions j;
/// out_i = sum_j A_ij v_j. There is no softmax, so a row of A need not sum to 1, and weights may be slightly negative.
class PointwiseAttention {
public:
    /// `maxLength` is N, the largest number of positions of a history. `rows` must outlive this.
    PointwiseAttention(const HstuRows& rows, std::int64_t heads, std::int64_t maxLength);

    /// query, key, value: (P, C) -> (P, C). Everything, including this object, must outlive the tape. `maps`, if not
    /// null, receives A (T, T) of each head of each history, concatenated, where T is the length of the history.
    kernels::Variable& attend(kernels::Tape& tape, kernels::Variable& query, kernels::Variable& key,
                              kernels::Variable& value, const AttentionBiases& biases, std::vector<float>* maps) const;

private:
    /// Adds the biases to the scores of row i of history b: scores (i + 1).
    void addBiases(const AttentionBiases& biases, std::int64_t b, std::int64_t i, float* scores) const;
    /// Adds the gradients of the biases, given the gradient of the scores of row i of history b.
    void addBiasGradients(const AttentionBiases& biases, std::int64_t b, std::int64_t i, const float* gradient,
                          float scale) const;
    std::int64_t mapSize() const;  ///< number of floats of all maps

    const HstuRows& m_rows;
    std::int64_t m_heads, m_maxLength;
    std::vector<std::uint8_t> m_ranges;      ///< (T, T) time ranges of the pairs (i, j) of each history, concatenated
    std::vector<std::int64_t> m_rangeStart;  ///< (B) offset of each history in m_ranges
};

}  // namespace recscope
