// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/transformer.h"

#include <torch/nn/module.h>
#include <cmath>
#include <optional>
#include <string>

#include "core/models/transformer/fused_attention.h"
#include "core/sequence/token.h"

#include "core/models/transformer/transformer_config.h"

namespace recscope {

namespace {

// Added to the scores of masked positions. It is far below any score, so that the softmax weight is 0, but finite, so
// that the softmax of a fully masked row is not NaN.
constexpr double kMaskedScore = -1e9;

/// A LayerNorm, or the identity if `exists` is false.
class Norm {
public:
    Norm(torch::nn::Module& owner, const char* name, bool exists, const TransformerConfig& config)
        : Norm(owner, name, exists, config, config.normEpsilon) {}
    Norm(torch::nn::Module& owner, const char* name, bool exists, const TransformerConfig& config, double epsilon) {
        if (!exists) return;
        m_usesSampleDeviation = config.layerNorm == LayerNormKind::Sample;
        m_epsilon = epsilon;
        m_norm = torch::nn::LayerNorm(torch::nn::LayerNormOptions({config.dim}).eps(epsilon));
        owner.register_module(name, m_norm);
    }

    torch::Tensor operator()(const torch::Tensor& x) {
        if (!m_norm) return x;
        if (!m_usesSampleDeviation) return m_norm(x);
        const torch::Tensor deviation = x.std(/*dim=*/-1, /*unbiased=*/true, /*keepdim=*/true);
        return m_norm->weight * (x - x.mean(-1, true)) / (deviation + m_epsilon) + m_norm->bias;
    }

private:
    bool m_usesSampleDeviation = false;  // LayerNormKind::Sample
    double m_epsilon = 0;
    torch::nn::LayerNorm m_norm = nullptr;
};

/// Multi-head scaled dot-product attention (Vaswani et al. 2017, section 3.2) with dropout on the weights.
class MultiHeadAttentionImpl : public torch::nn::Module {
public:
    MultiHeadAttentionImpl(std::int64_t dim, std::int64_t heads, double dropout)
        : m_heads(heads),
          m_dropout(dropout),
          m_query(dim, dim),
          m_key(dim, dim),
          m_value(dim, dim),
          m_output(dim, dim) {
        register_module("query", m_query);
        register_module("key", m_key);
        register_module("value", m_value);
        register_module("output", m_output);
    }

    /// queries (B, T, C), memory (B, T, C), mask (B, 1, T, T) -> (B, T, C) after the output projection.
    torch::Tensor forward(const torch::Tensor& queries, const torch::Tensor& memory, const torch::Tensor& mask,
                          const ForwardPass& pass) {
        const std::int64_t B = queries.size(0), T = queries.size(1), C = queries.size(2);
        const std::int64_t D = C / m_heads;
        const auto split = [&](const torch::Tensor& x) { return x.view({B, T, m_heads, D}).transpose(1, 2); };
        const torch::Tensor q = split(m_query(queries));  // (B, H, T, D)
        const torch::Tensor k = split(m_key(memory));     // (B, H, T, D)
        const torch::Tensor v = split(m_value(memory));   // (B, H, T, D)
        const torch::Tensor mixed = isFused(pass, q.device())
                                        ? fusedAttention(q, k, v, mask, pass.dropout ? m_dropout : 0)
                                        : explicitAttention(q / std::sqrt(static_cast<double>(D)), k, v, mask, pass);
        const torch::Tensor attended = m_output(mixed.transpose(1, 2).reshape({B, T, C}));
        if (pass.layers) {
            LayerTrace& trace = pass.layers->back();
            trace.query = q, trace.key = k, trace.value = v, trace.attended = attended;
        }
        return attended;
    }

private:
    static bool isFused(const ForwardPass& pass, const torch::Device& device) {
        if (pass.attention || pass.layers) return false;
        return pass.attentionImplementation == AttentionImplementation::Fused ||
               (pass.attentionImplementation == AttentionImplementation::OfDevice && device.is_cuda());
    }

    /// q (B, H, T, D) already divided by sqrt(D) -> (B, H, T, D).
    torch::Tensor explicitAttention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                                    const torch::Tensor& mask, const ForwardPass& pass) const {
        const torch::Tensor weights = torch::softmax(torch::matmul(q, k.transpose(-2, -1)) + mask, -1);  // (B, H, T, T)
        if (pass.attention) pass.attention->push_back(weights);
        return torch::matmul(pass.drop(weights, m_dropout), v);
    }

    std::int64_t m_heads;
    double m_dropout;
    torch::nn::Linear m_query, m_key, m_value, m_output;
};
TORCH_MODULE(MultiHeadAttention);

/// Two linear layers with an activation between them, position by position. With SwiGLU, the activation is multiplied
/// by a third linear layer.
class FeedForwardImpl : public torch::nn::Module {
public:
    FeedForwardImpl(const TransformerConfig& config, double innerDropout)
        : m_activation(config.activation),
          m_innerDropout(innerDropout),
          m_inner(options(config, config.dim, config.innerDim)),
          m_outer(options(config, config.innerDim, config.dim)) {
        register_module("inner", m_inner);
        if (m_activation == ActivationKind::SwiGlu) {
            m_factor = torch::nn::Linear(options(config, config.dim, config.innerDim));
            register_module("factor", m_factor);
        }
        register_module("outer", m_outer);
    }

    /// (B, T, C) -> (B, T, C)
    torch::Tensor forward(const torch::Tensor& x, const ForwardPass& pass) {
        torch::Tensor inner = activate(m_inner(x));
        if (m_factor) inner = inner * m_factor(x);
        return m_outer(pass.drop(inner, m_innerDropout));
    }

private:
    static torch::nn::LinearOptions options(const TransformerConfig& config, std::int64_t in, std::int64_t out) {
        return torch::nn::LinearOptions(in, out).bias(config.activation != ActivationKind::SwiGlu);
    }

    torch::Tensor activate(const torch::Tensor& x) const {
        switch (m_activation) {
            case ActivationKind::Relu:
                return torch::relu(x);
            case ActivationKind::Gelu:
                return torch::gelu(x);  // x Phi(x)
            case ActivationKind::GeluTanh:
                return torch::gelu(x, "tanh");  // Hendrycks & Gimpel 2016
            case ActivationKind::None:
                return x;
            case ActivationKind::SwiGlu:
                return torch::silu(x);
        }
        return x;
    }

    ActivationKind m_activation;
    double m_innerDropout;
    torch::nn::Linear m_inner, m_outer, m_factor = nullptr;
};
TORCH_MODULE(FeedForward);

bool hasNorms(const TransformerConfig& config) {
    return config.layerNorm != LayerNormKind::Off;
}

/// Attention, then feed-forward, each with dropout, residual and norm.
class LayerImpl : public torch::nn::Module {
public:
    LayerImpl(const TransformerConfig& config, const TransformerTraits& traits)
        : m_dropout(config.hiddenDropout),
          m_residual(config.residual),
          m_norm(config.norm),
          m_attention(config.dim, config.heads, config.attentionDropout) {
        // Norms are registered before or after the part they belong to, in the order of the data flow, because weights
        // are drawn in this order.
        const bool before = m_norm != NormOrder::Post;
        if (before) addNorm(m_attentionNorm, "attention_norm", config);
        register_module("attention", m_attention);
        addGate(m_attentionGate, "attention_gate", config);
        if (!before) addNorm(m_attentionNorm, "attention_norm", config);
        if (!config.feedForward) return;
        if (before) addNorm(m_feedForwardNorm, "feed_forward_norm", config);
        m_feedForward = FeedForward(config, traits.dropsInside ? config.hiddenDropout : 0.0);
        register_module("feed_forward", m_feedForward);
        addGate(m_feedForwardGate, "feed_forward_gate", config);
        if (!before) addNorm(m_feedForwardNorm, "feed_forward_norm", config);
    }

    /// (B, T, C) -> (B, T, C)
    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& mask, const ForwardPass& pass) {
        if (pass.layers) pass.layers->emplace_back().input = x;
        const torch::Tensor a = attentionPart(x, mask, pass);
        const torch::Tensor output = m_feedForward ? feedForwardPart(a, pass) : a;
        if (pass.layers) pass.layers->back().afterAttention = a, pass.layers->back().output = output;
        return output;
    }

private:
    /// The attention part of the layer, with dropout, residual and norm.
    torch::Tensor attentionPart(const torch::Tensor& x, const torch::Tensor& mask, const ForwardPass& pass) {
        const torch::Tensor queries = m_norm == NormOrder::Post ? x : (*m_attentionNorm)(x);
        const torch::Tensor& memory = m_norm == NormOrder::Pre ? queries : x;
        return addResidual(x, queries, m_attention(queries, memory, mask, pass), m_attentionGate, *m_attentionNorm,
                           pass);
    }

    /// The feed-forward part of the layer, with dropout, residual and norm.
    torch::Tensor feedForwardPart(const torch::Tensor& a, const ForwardPass& pass) {
        const torch::Tensor input = m_norm == NormOrder::Post ? a : (*m_feedForwardNorm)(a);
        return addResidual(a, input, m_feedForward(input, pass), m_feedForwardGate, *m_feedForwardNorm, pass);
    }

    void addNorm(std::optional<Norm>& norm, const char* name, const TransformerConfig& config) {
        norm.emplace(*this, name, hasNorms(config), config);
    }

    void addGate(torch::nn::Linear& gate, const char* name, const TransformerConfig& config) {
        if (!config.gatedResidual) return;
        gate = torch::nn::Linear(config.dim, config.dim);
        register_module(name, gate);
    }

    /// Adds the residual to `output`, the output of attention or feed-forward, and applies `norm` if the norm order is
    /// Post. The residual is the input `x`, or `normed` if the norm is on the residual path. `gate` may be null.
    torch::Tensor addResidual(const torch::Tensor& x, const torch::Tensor& normed, const torch::Tensor& output,
                              torch::nn::Linear& gate, Norm& norm, const ForwardPass& pass) {
        const torch::Tensor& residual = m_norm == NormOrder::SasrecCode ? normed : x;
        torch::Tensor sum = pass.drop(output, m_dropout);
        if (gate) sum = torch::sigmoid(gate(residual)) * sum;
        if (m_residual) sum = sum + residual;
        return m_norm == NormOrder::Post ? norm(sum) : sum;
    }

    double m_dropout;
    bool m_residual;
    NormOrder m_norm;
    MultiHeadAttention m_attention;
    torch::nn::Linear m_attentionGate = nullptr, m_feedForwardGate = nullptr;
    FeedForward m_feedForward = nullptr;
    std::optional<Norm> m_attentionNorm, m_feedForwardNorm;
};
TORCH_MODULE(Layer);

/// The layers between the last transformer layer and the scores. LN(GELU(h W^P + b^P)) comes from BERT4Rec (paper,
/// equation 7; the norm comes from the official code).
class OutputHeadImpl : public torch::nn::Module {
public:
    OutputHeadImpl(const TransformerConfig& config, std::int64_t vocabulary) {
        if (config.outputBias) bias = register_parameter("bias", torch::zeros({vocabulary}));
        if (!config.tiedOutput) vectors = register_parameter("weight", torch::zeros({vocabulary, config.dim}));
        if (!config.outputProjection) return;
        m_projection = torch::nn::Linear(config.dim, config.dim);
        register_module("projection", m_projection);
        m_norm.emplace(*this, "norm", hasNorms(config), config);
    }

    /// (M, C) -> (M, C)
    torch::Tensor forward(const torch::Tensor& states) {
        return m_projection ? (*m_norm)(torch::gelu(m_projection(states))) : states;
    }

    torch::Tensor bias;     ///< b^O, (V + 2), or undefined
    torch::Tensor vectors;  ///< (V + 2, C), or undefined: the input vectors are used

private:
    torch::nn::Linear m_projection = nullptr;
    std::optional<Norm> m_norm;
};
TORCH_MODULE(OutputHead);

/// Options of an embedding table whose weights are drawn later. LibTorch's own initialisation would be wasted and would
/// take seconds for many items.
torch::nn::EmbeddingOptions uninitialised(std::int64_t rows, std::int64_t dim) {
    return torch::nn::EmbeddingOptions(rows, dim)._weight(torch::empty({rows, dim}));
}

/// The model that makeTransformer() returns.
class Transformer : public SequenceModel {
public:
    Transformer(const TransformerConfig& config, std::int32_t itemCount, const TransformerTraits& traits)
        : m_traits(traits),
          m_dropout(config.hiddenDropout),
          m_scale(config.scaleEmbedding ? std::sqrt(static_cast<double>(config.dim)) : 1),
          m_attentionMask(config.attentionMask),
          m_countsFromOldest(config.positions == PositionKind::Oldest),
          m_maxLength(config.maxLength),
          m_items(uninitialised(vocabularySize(itemCount), config.dim)),
          m_output(config, vocabularySize(itemCount)) {
        register_module("item_embedding", m_items);
        if (config.positions != PositionKind::None) {
            m_positions = torch::nn::Embedding(uninitialised(config.maxLength, config.dim));
            register_module("position_embedding", m_positions);
        }
        m_embeddingNorm.emplace(*this, "embedding_norm", config.embeddingNorm, config);
        for (std::int64_t i = 0; i < config.layers; ++i) m_layers->push_back(Layer(config, traits));
        register_module("layers", m_layers);
        m_finalNorm.emplace(*this, "final_norm", config.finalNorm && hasNorms(config), config,
                            finalNormEpsilon(config));
        register_module("output", m_output);
    }

    const TransformerTraits& traits() const override { return m_traits; }

    torch::Tensor states(const torch::Tensor& tokens, const ForwardPass& pass) override {
        const bool hasHidden = pass.hidden.defined();
        const torch::Tensor visible = hasHidden ? tokens.masked_fill(pass.hidden, kPadToken) : tokens;  // (B, T)
        const torch::Tensor mask = allowedPositions(visible, m_attentionMask);                          // (B, 1, T, T)
        torch::Tensor x = pass.drop((*m_embeddingNorm)(embed(tokens)), m_dropout);
        for (const auto& layer : *m_layers) x = layer->as<LayerImpl>()->forward(x, mask, pass);
        return (*m_finalNorm)(x);  // (B, T, C)
    }

    torch::Tensor outputStates(const torch::Tensor& states) override { return m_output(states); }
    torch::Tensor itemVectors() override { return m_output->vectors.defined() ? m_output->vectors : m_items->weight; }
    torch::Tensor itemBias() override { return m_output->bias; }

private:
    /// (B, T) -> (B, T, C)
    torch::Tensor embed(const torch::Tensor& tokens) {
        const std::int64_t T = tokens.size(1);
        TORCH_CHECK(T <= m_maxLength, "a batch has ", T, " positions, but the model reads at most ", m_maxLength);
        torch::Tensor vectors = m_items(tokens);  // (B, T, C)
        if (m_scale != 1) vectors = vectors * m_scale;
        if (!m_positions) return vectors;
        if (!m_countsFromOldest) return vectors + m_positions->weight.slice(0, m_maxLength - T, m_maxLength);
        const torch::Tensor rows = tokens.ne(kPadToken).to(torch::kLong).cumsum(1).sub(1).clamp_min(0);  // (B, T)
        return vectors + m_positions(rows);
    }

    TransformerTraits m_traits;
    double m_dropout;
    double m_scale;
    AttentionMask m_attentionMask;
    bool m_countsFromOldest;
    std::int64_t m_maxLength;
    torch::nn::Embedding m_items, m_positions = nullptr;
    std::optional<Norm> m_embeddingNorm, m_finalNorm;
    torch::nn::ModuleList m_layers;
    OutputHead m_output;
};

}  // namespace

torch::Tensor allowedPositions(const torch::Tensor& tokens, AttentionMask attentionMask) {
    const std::int64_t T = tokens.size(1);
    const auto options = torch::TensorOptions().dtype(torch::kBool).device(tokens.device());
    torch::Tensor allowed = tokens.ne(kPadToken).view({-1, 1, 1, T}).expand({-1, 1, T, T});  // (B, 1, T, T)
    if (attentionMask == AttentionMask::Causal) allowed = allowed.logical_and(torch::ones({T, T}, options).tril());
    allowed = allowed.logical_or(torch::eye(T, options));
    return torch::zeros(allowed.sizes(), options.dtype(torch::kFloat)).masked_fill(allowed.logical_not(), kMaskedScore);
}

std::shared_ptr<SequenceModel> makeTransformer(const TransformerConfig& config, std::int32_t itemCount,
                                               const TransformerTraits& traits) {
    return std::make_shared<Transformer>(config, itemCount, traits);
}

}  // namespace recscope
