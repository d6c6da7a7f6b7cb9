// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/model/sequence_model.h"

namespace recscope {

/// Which columns a row may look at.
enum class Sight { BothSides, LeftOnly };

/// (B, 1, T, T) additive mask: 0 where a row may look, a large negative number at padding and, for LeftOnly, at the
/// future. A row always sees itself, so that padding rows stay finite; nobody reads those rows.
torch::Tensor attentionMask(const torch::Tensor& tokens, Sight sight);

/// Multi-head scaled dot-product attention (Vaswani et al. 2017, section 3.2) with dropout on the weights.
class MultiHeadAttentionImpl : public torch::nn::Module {
public:
    MultiHeadAttentionImpl(std::int64_t dim, std::int64_t heads, double dropout);

    /// queries (B, T, C), memory (B, T, C), mask (B, 1, T, T) -> (B, T, C) after the output projection.
    torch::Tensor forward(const torch::Tensor& queries, const torch::Tensor& memory, const torch::Tensor& mask,
                          const ForwardPass& pass);

private:
    std::int64_t m_heads;
    double m_dropout;
    torch::nn::Linear m_query, m_key, m_value, m_output;
};
TORCH_MODULE(MultiHeadAttention);

enum class Activation { Gelu, Relu };

/// Two linear layers with an activation between them, position by position.
class FeedForwardImpl : public torch::nn::Module {
public:
    FeedForwardImpl(std::int64_t dim, std::int64_t innerDim, Activation activation, double innerDropout);

    /// (B, T, C) -> (B, T, C)
    torch::Tensor forward(const torch::Tensor& x, const ForwardPass& pass);

private:
    Activation m_activation;
    double m_innerDropout;
    torch::nn::Linear m_inner, m_outer;
};
TORCH_MODULE(FeedForward);

/// Input embedding: item vectors times `scale` plus the position rows of the T newest positions. (B, T) -> (B, T, C)
torch::Tensor embed(const torch::Tensor& items, const torch::Tensor& positions, const torch::Tensor& tokens,
                    double scale);

}  // namespace recscope
