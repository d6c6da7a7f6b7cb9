// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sasrec.h"

#include <cmath>

#include "core/model/transformer.h"
#include "core/sequence/token.h"

namespace recscope {

namespace {

/// Pre-norm block (paper, section III-C): x + Dropout(g(LN(x))) for g = causal self-attention, then g = feed-forward.
class BlockImpl : public torch::nn::Module {
public:
    explicit BlockImpl(const RunConfig& config)
        : m_dropout(config.hiddenDropout),
          m_attentionNorm(torch::nn::LayerNormOptions({config.dim})),
          m_attention(config.dim, config.heads, config.attentionDropout),
          m_feedForwardNorm(torch::nn::LayerNormOptions({config.dim})),
          m_feedForward(config.dim, config.innerDim, Activation::Relu, config.hiddenDropout) {
        register_module("attention_norm", m_attentionNorm);
        register_module("attention", m_attention);
        register_module("feed_forward_norm", m_feedForwardNorm);
        register_module("feed_forward", m_feedForward);
    }

    /// (B, T, C) -> (B, T, C)
    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& mask, const ForwardPass& pass) {
        const torch::Tensor normed = m_attentionNorm(x);
        const torch::Tensor a = x + pass.drop(m_attention(normed, normed, mask, pass), m_dropout);
        return a + pass.drop(m_feedForward(m_feedForwardNorm(a), pass), m_dropout);
    }

private:
    double m_dropout;
    torch::nn::LayerNorm m_attentionNorm;
    MultiHeadAttention m_attention;
    torch::nn::LayerNorm m_feedForwardNorm;
    FeedForward m_feedForward;
};
TORCH_MODULE(Block);

class SasRec : public SequenceModel {
public:
    SasRec(const RunConfig& config, std::int32_t itemCount)
        : m_dropout(config.hiddenDropout),
          m_scale(std::sqrt(static_cast<double>(config.dim))),
          m_items(vocabularySize(itemCount), config.dim),
          m_positions(config.maxLength, config.dim),
          m_finalNorm(torch::nn::LayerNormOptions({config.dim})) {
        register_module("item_embedding", m_items);
        register_module("position_embedding", m_positions);
        for (std::int64_t i = 0; i < config.layers; ++i) m_blocks->push_back(Block(config));
        register_module("layers", m_blocks);
        register_module("final_norm", m_finalNorm);
    }

    Task task() const override { return Task::NextItem; }
    Initialisation initialisation() const override { return Initialisation::GlorotUniform; }

    torch::Tensor states(const torch::Tensor& tokens, const ForwardPass& pass) override {
        const torch::Tensor mask = attentionMask(tokens, Sight::LeftOnly);  // (B, 1, T, T)
        torch::Tensor x = pass.drop(embed(m_items->weight, m_positions->weight, tokens, m_scale), m_dropout);
        for (const auto& block : *m_blocks) x = block->as<BlockImpl>()->forward(x, mask, pass);
        return m_finalNorm(x);  // (B, T, C)
    }

    torch::Tensor logits(const torch::Tensor& states) override {
        return torch::matmul(states, m_items->weight.t());  // (M, V + 2)
    }

    torch::Tensor logitsOf(const torch::Tensor& states, const torch::Tensor& tokens) override {
        const torch::Tensor vectors = torch::embedding(m_items->weight, tokens);  // (M, K, C)
        return torch::matmul(vectors, states.unsqueeze(-1)).squeeze(-1);          // (M, K)
    }

private:
    double m_dropout;
    double m_scale;  ///< the official code multiplies item vectors by sqrt(d) on input
    torch::nn::Embedding m_items, m_positions;
    torch::nn::ModuleList m_blocks;
    torch::nn::LayerNorm m_finalNorm;
};

}  // namespace

std::shared_ptr<SequenceModel> makeSasRec(const RunConfig& config, std::int32_t itemCount) {
    return std::make_shared<SasRec>(config, itemCount);
}

}  // namespace recscope
