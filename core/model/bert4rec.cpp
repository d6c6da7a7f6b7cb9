// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bert4rec.h"

#include "core/model/transformer.h"
#include "core/sequence/token.h"

namespace recscope {

namespace {

/// Post-norm layer (paper, equations 3-5): A = LN(H + Dropout(MH(H))), Trm(H) = LN(A + Dropout(PFFN(A))).
class LayerImpl : public torch::nn::Module {
public:
    explicit LayerImpl(const RunConfig& config)
        : m_dropout(config.hiddenDropout),
          m_attention(config.dim, config.heads, config.attentionDropout),
          m_attentionNorm(torch::nn::LayerNormOptions({config.dim})),
          m_feedForward(config.dim, config.innerDim, Activation::Gelu, /*innerDropout=*/0.0),
          m_feedForwardNorm(torch::nn::LayerNormOptions({config.dim})) {
        register_module("attention", m_attention);
        register_module("attention_norm", m_attentionNorm);
        register_module("feed_forward", m_feedForward);
        register_module("feed_forward_norm", m_feedForwardNorm);
    }

    /// (B, T, C) -> (B, T, C)
    torch::Tensor forward(const torch::Tensor& h, const torch::Tensor& mask, const ForwardPass& pass) {
        const torch::Tensor a = m_attentionNorm(h + pass.drop(m_attention(h, h, mask, pass), m_dropout));
        return m_feedForwardNorm(a + pass.drop(m_feedForward(a, pass), m_dropout));
    }

private:
    double m_dropout;
    MultiHeadAttention m_attention;
    torch::nn::LayerNorm m_attentionNorm;
    FeedForward m_feedForward;
    torch::nn::LayerNorm m_feedForwardNorm;
};
TORCH_MODULE(Layer);

/// GELU(h W^P + b^P), normalised as in the official code, before it meets the item vectors (paper, equation 7).
class OutputHeadImpl : public torch::nn::Module {
public:
    OutputHeadImpl(std::int64_t dim, std::int64_t vocabulary)
        : m_projection(dim, dim), m_norm(torch::nn::LayerNormOptions({dim})) {
        register_module("projection", m_projection);
        register_module("norm", m_norm);
        bias = register_parameter("bias", torch::zeros({vocabulary}));
    }

    /// (M, C) -> (M, C)
    torch::Tensor forward(const torch::Tensor& states) { return m_norm(torch::gelu(m_projection(states))); }

    torch::Tensor bias;  ///< b^O, (V + 2)

private:
    torch::nn::Linear m_projection;
    torch::nn::LayerNorm m_norm;
};
TORCH_MODULE(OutputHead);

class Bert4Rec : public SequenceModel {
public:
    Bert4Rec(const RunConfig& config, std::int32_t itemCount)
        : m_dropout(config.hiddenDropout),
          m_items(vocabularySize(itemCount), config.dim),
          m_positions(config.maxLength, config.dim),
          m_embeddingNorm(torch::nn::LayerNormOptions({config.dim})),
          m_output(config.dim, vocabularySize(itemCount)) {
        register_module("item_embedding", m_items);
        register_module("position_embedding", m_positions);
        register_module("embedding_norm", m_embeddingNorm);
        for (std::int64_t i = 0; i < config.layers; ++i) m_layers->push_back(Layer(config));
        register_module("layers", m_layers);
        register_module("output", m_output);
    }

    Task task() const override { return Task::Cloze; }
    Initialisation initialisation() const override { return Initialisation::TruncatedNormal; }

    torch::Tensor states(const torch::Tensor& tokens, const ForwardPass& pass) override {
        const torch::Tensor mask = attentionMask(tokens, Sight::BothSides);  // (B, 1, T, T)
        torch::Tensor h = embed(m_items->weight, m_positions->weight, tokens, /*scale=*/1);
        h = pass.drop(m_embeddingNorm(h), m_dropout);  // (B, T, C); norm, then dropout, as in the official code
        for (const auto& layer : *m_layers) h = layer->as<LayerImpl>()->forward(h, mask, pass);
        return h;
    }

    torch::Tensor logits(const torch::Tensor& states) override {
        return torch::addmm(m_output->bias, m_output(states), m_items->weight.t());  // (M, V + 2)
    }

    torch::Tensor logitsOf(const torch::Tensor& states, const torch::Tensor& tokens) override {
        const torch::Tensor vectors = torch::embedding(m_items->weight, tokens);  // (M, K, C)
        return torch::matmul(vectors, m_output(states).unsqueeze(-1)).squeeze(-1) +
               m_output->bias.index({tokens});  // (M, K)
    }

private:
    double m_dropout;
    torch::nn::Embedding m_items, m_positions;
    torch::nn::LayerNorm m_embeddingNorm;
    torch::nn::ModuleList m_layers;
    OutputHead m_output;
};

}  // namespace

std::shared_ptr<SequenceModel> makeBert4Rec(const RunConfig& config, std::int32_t itemCount) {
    return std::make_shared<Bert4Rec>(config, itemCount);
}

}  // namespace recscope
