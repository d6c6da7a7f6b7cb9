// SPDX-License-Identifier: GPL-3.0-or-later
// The intermediate values of one attention head at one position, step by step: Vaswani et al. 2017, section 3.2.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/recommender/attention_maps.h"
#include "core/sequence/token.h"

namespace recscope {

/// Whether a position may attend to a column (a key position), and if not, why.
enum class ColumnMask {
    Open,    ///< the position may attend to the column
    Future,  ///< a later position under a causal attention mask
    /// The column has no item: it is padding, or its item was hidden. Only its own position may attend to it.
    Padding,
};
const char* columnMaskName(ColumnMask mask);  ///< "open", "future", "padding"

/// The intermediate values of a softmax over L columns. A masked column has the score -infinity, so that its
/// exponential and weight are 0.
struct SoftmaxSteps {
    float largest = 0;                ///< largest open score; subtracted first to avoid overflow
    std::vector<float> exponentials;  ///< (L) exp(score - largest), 0 where masked
    float sum = 0;                    ///< sum of the exponentials
    std::vector<float> weights;       ///< (L) exponential / sum; they sum to 1
};

/// The softmax of scores (L) where `mask` (L) is open. A temperature above 1 makes the weights more uniform, one below
/// 1 more peaked. Throws Error(Usage) if the sizes differ, no column is open, or the temperature is not above 0.
SoftmaxSteps softmaxSteps(std::span<const float> scores, std::span<const ColumnMask> mask, float temperature = 1);

/// Multiplies each row of `values` (L, d_head) by its weight (L) and returns the sum of the rows (d_head).
std::vector<float> weightedSum(std::span<const float> weights, std::span<const float> values);

/// Where an attention block applies its layer norm.
enum class NormStep {
    None,     ///< no layer norm
    After,    ///< BERT4Rec, post-norm: LN(x + attention(x))
    Before,   ///< SASRec, pre-norm: x + attention(LN(x))
    Queries,  ///< SASRec's official code: q + attention(q, x) with q = LN(x); keys and values come from x
};
const char* normStepName(NormStep step);  ///< "none", "after", "before", "queries"

/// A layer norm at one position: gain * (input - mean) / deviation + bias.
struct LayerNormSteps {
    std::vector<float> input;  ///< (d)
    float mean = 0;            ///< mean of the coordinates of the input
    /// The divisor: sqrt(variance + epsilon), or the sample standard deviation + epsilon for LayerNormKind::Sample.
    float deviation = 0;
    std::vector<float> gain;    ///< (d) learned
    std::vector<float> bias;    ///< (d) learned
    std::vector<float> output;  ///< (d)
};

/// All intermediate values of one head at one position of one history, and of the rest of its layer.
/// L = positions read, d = width, d_head = d / heads. The order of the steps depends on `normStep`:
///   After:   input -> query, key, value -> … -> attentionOutput; residual = input; norm at the end
///   Before:  input -> norm -> query, key, value -> … -> attentionOutput; residual = input
///   Queries: input -> norm -> query (but input -> key, value) -> … -> attentionOutput; residual = norm's output
/// Then afterAttention = residual + attentionOutput (After: normalized); with gated residuals, residual + gate *
/// attentionOutput, element by element. Vectors of parts that the config switches off are empty.
struct HeadSteps {
    HeadId head;
    std::int32_t row = 0;            ///< the query position: index in `positions`
    std::vector<Token> positions;    ///< (L) tokens read, oldest first; for BERT4Rec, the last is [MASK]
    std::int32_t firstPosition = 0;  ///< index in the history of positions[0]
    std::int32_t heads = 0, dim = 0, headSize = 0;
    NormStep normStep = NormStep::None;

    std::vector<float> input;  ///< (d) input of the layer at this position
    LayerNormSteps norm;       ///< layer norm at this position; `normStep` states where it is applied

    std::vector<float> query;      ///< (d_head) of this position
    std::vector<float> keys;       ///< (L, d_head) row by row
    std::vector<float> products;   ///< (L) query . key
    std::vector<float> scores;     ///< (L) products / sqrt(d_head)
    std::vector<ColumnMask> mask;  ///< (L)
    SoftmaxSteps softmax;          ///< softmax of the open scores; its weights are row `row` of the attention map
    std::vector<float> values;     ///< (L, d_head) row by row
    std::vector<float> mixed;      ///< (d_head) weighted sum of the values

    std::vector<float> headOutputs;      ///< (heads, d) per head: its columns of W_O times its weighted sum
    std::vector<float> outputBias;       ///< (d) bias of the output projection W_O
    std::vector<float> attentionOutput;  ///< (d) sum of headOutputs and outputBias
    std::vector<float> gate;             ///< (d) sigmoid of a linear layer of the residual; empty without gates
    std::vector<float> residual;         ///< (d) added to attentionOutput; empty without a residual connection
    std::vector<float> sum;              ///< (d) gate * attentionOutput + residual
    std::vector<float> afterAttention;   ///< (d) input of the feed-forward part, before that part's own norm
    std::vector<float> output;           ///< (d) output of the layer, after feed-forward; input of the next layer

    /// (d) gate * attentionOutput; empty without gates
    std::vector<float> gatedOutput() const;
    /// (d) The contribution of this head to the attention output.
    std::span<const float> headOutput() const;
    std::span<const float> key(std::int32_t column) const;    ///< (d_head)
    std::span<const float> value(std::int32_t column) const;  ///< (d_head)
};

}  // namespace recscope
