// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/transformer.h"

#include <cmath>

#include "core/sequence/token.h"

namespace recscope {

namespace {
// Far below any score of ours, yet finite: softmax of a row of such numbers has no NaN. exp(-1e9) is 0 in float32.
constexpr double kForbidden = -1e9;
}  // namespace

torch::Tensor attentionMask(const torch::Tensor& tokens, Sight sight) {
    const std::int64_t T = tokens.size(1);
    const auto options = torch::TensorOptions().dtype(torch::kBool).device(tokens.device());
    torch::Tensor allowed = tokens.ne(kPadToken).view({-1, 1, 1, T}).expand({-1, 1, T, T});  // (B, 1, T, T)
    if (sight == Sight::LeftOnly) allowed = allowed.logical_and(torch::ones({T, T}, options).tril());
    allowed = allowed.logical_or(torch::eye(T, options));
    return torch::zeros(allowed.sizes(), options.dtype(torch::kFloat)).masked_fill(allowed.logical_not(), kForbidden);
}

MultiHeadAttentionImpl::MultiHeadAttentionImpl(std::int64_t dim, std::int64_t heads, double dropout)
    : m_heads(heads), m_dropout(dropout), m_query(dim, dim), m_key(dim, dim), m_value(dim, dim), m_output(dim, dim) {
    register_module("query", m_query);
    register_module("key", m_key);
    register_module("value", m_value);
    register_module("output", m_output);
}

torch::Tensor MultiHeadAttentionImpl::forward(const torch::Tensor& queries, const torch::Tensor& memory,
                                              const torch::Tensor& mask, const ForwardPass& pass) {
    const std::int64_t B = queries.size(0), T = queries.size(1), C = queries.size(2);
    const std::int64_t D = C / m_heads;
    const auto split = [&](const torch::Tensor& x) { return x.view({B, T, m_heads, D}).transpose(1, 2); };
    const torch::Tensor q = split(m_query(queries)) / std::sqrt(static_cast<double>(D));             // (B, H, T, D)
    const torch::Tensor k = split(m_key(memory));                                                    // (B, H, T, D)
    const torch::Tensor v = split(m_value(memory));                                                  // (B, H, T, D)
    const torch::Tensor weights = torch::softmax(torch::matmul(q, k.transpose(-2, -1)) + mask, -1);  // (B, H, T, T)
    if (pass.attention) pass.attention->push_back(weights);
    const torch::Tensor mixed = torch::matmul(pass.drop(weights, m_dropout), v);  // (B, H, T, D)
    return m_output(mixed.transpose(1, 2).reshape({B, T, C}));
}

FeedForwardImpl::FeedForwardImpl(std::int64_t dim, std::int64_t innerDim, Activation activation, double innerDropout)
    : m_activation(activation), m_innerDropout(innerDropout), m_inner(dim, innerDim), m_outer(innerDim, dim) {
    register_module("inner", m_inner);
    register_module("outer", m_outer);
}

torch::Tensor FeedForwardImpl::forward(const torch::Tensor& x, const ForwardPass& pass) {
    const torch::Tensor inner = m_inner(x);  // (B, T, inner)
    // GELU in its exact form x Phi(x): ATen's default.
    const torch::Tensor active = m_activation == Activation::Gelu ? torch::gelu(inner) : torch::relu(inner);
    return m_outer(pass.drop(active, m_innerDropout));
}

torch::Tensor embed(const torch::Tensor& items, const torch::Tensor& positions, const torch::Tensor& tokens,
                    double scale) {
    const std::int64_t N = positions.size(0), T = tokens.size(1);
    TORCH_CHECK(T <= N, "a batch of ", T, " positions does not fit a model of ", N);
    const torch::Tensor vectors = torch::embedding(items, tokens);  // (B, T, C)
    return (scale == 1 ? vectors : vectors * scale) + positions.slice(0, N - T, N);
}

}  // namespace recscope
