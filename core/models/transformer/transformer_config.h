// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_rules.h"
#include "core/config/config_schema.h"

namespace recscope {

/// Which positions a position may attend to: all, or itself and those before it.
enum class AttentionMask { Bidirectional, Causal };
constexpr std::array<EnumName<AttentionMask>, 2> enumNames(AttentionMask) {
    return {{{AttentionMask::Bidirectional, "bidirectional"}, {AttentionMask::Causal, "causal"}}};
}

/// How positions are numbered in the table of position embeddings. Newest: row N-1 of the table = newest item; Oldest:
/// row 0 = oldest item read; None: no table.
enum class PositionKind { Newest, Oldest, None };
constexpr std::array<EnumName<PositionKind>, 3> enumNames(PositionKind) {
    return {{{PositionKind::Newest, "newest"}, {PositionKind::Oldest, "oldest"}, {PositionKind::None, "none"}}};
}

/// Where the LayerNorm (LN) of a sublayer g (attention or feed-forward) is placed. Post: LN(x + g(x)); Pre: x +
/// g(LN(x)); SasrecCode, as in the official SASRec code: q + g(q, x) with q = LN(x).
enum class NormOrder { Post, Pre, SasrecCode };
constexpr std::array<EnumName<NormOrder>, 3> enumNames(NormOrder) {
    return {{{NormOrder::Post, "post"}, {NormOrder::Pre, "pre"}, {NormOrder::SasrecCode, "sasrec_code"}}};
}

/// The kind of LayerNorm. On: the usual LayerNorm; Off: no norm inside or after the layers; Sample: divides by the
/// unbiased standard deviation plus epsilon.
enum class LayerNormKind { On, Off, Sample };
constexpr std::array<EnumName<LayerNormKind>, 3> enumNames(LayerNormKind) {
    return {{{LayerNormKind::On, "on"}, {LayerNormKind::Off, "off"}, {LayerNormKind::Sample, "sample"}}};
}

/// The activation inside the feed-forward part. Gelu is the exact form, GeluTanh its approximation by tanh; None: no
/// activation. SwiGlu (Shazeer 2020): SiLU(W1 x) times W3 x, element by element, and no biases in that part.
enum class ActivationKind { Gelu, GeluTanh, Relu, None, SwiGlu };
constexpr std::array<EnumName<ActivationKind>, 5> enumNames(ActivationKind) {
    return {{{ActivationKind::Gelu, "gelu"},
             {ActivationKind::GeluTanh, "gelu_tanh"},
             {ActivationKind::Relu, "relu"},
             {ActivationKind::None, "none"},
             {ActivationKind::SwiGlu, "swiglu"}}};
}

/// A transformer over item and position embeddings, with switches for ablations and for weights trained elsewhere.
/// The defaults describe BERT4Rec.
struct TransformerConfig {
    std::int64_t dim = 64;          ///< d: width of embeddings and hidden states
    std::int64_t heads = 2;         ///< number of attention heads; must divide dim
    std::int64_t layers = 2;        ///< number of layers
    std::int64_t innerDim = 256;    ///< width inside the feed-forward part (BERT4Rec: 4 d, SASRec: d)
    std::int64_t maxLength = 50;    ///< N: largest number of positions that the model reads, including [MASK]
    bool readsOldest = true;        ///< Cloze: if false, the oldest item is left out even if the whole history fits
    double hiddenDropout = 0.2;     ///< dropout probability after embeddings, attention and feed-forward
    double attentionDropout = 0.2;  ///< dropout probability of the attention weights
    std::int64_t windowStep = 0;    ///< distance between training windows of a long history; 0 = newest N only
    AttentionMask attentionMask = AttentionMask::Bidirectional;
    PositionKind positions = PositionKind::Newest;
    NormOrder norm = NormOrder::Post;
    LayerNormKind layerNorm = LayerNormKind::On;
    bool embeddingNorm = true;    ///< LayerNorm after the embedding
    bool finalNorm = false;       ///< LayerNorm after the last layer
    double normEpsilon = 1e-5;    ///< added to the variance in every LayerNorm
    double finalNormEpsilon = 0;  ///< added to the variance in the norm after the last layer; 0: normEpsilon
    bool residual = true;         ///< residual connection around attention and feed-forward
    bool gatedResidual = false;   ///< x + sigmoid(x W + b) * g(x) instead of x + g(x), element by element (LiGR)
    bool feedForward = true;      ///< two linear layers after each attention
    ActivationKind activation = ActivationKind::Gelu;
    bool scaleEmbedding = false;   ///< input item vectors are multiplied by sqrt(d)
    bool outputProjection = true;  ///< a state h becomes LN(GELU(h W + b)) before it is scored
    bool outputBias = true;        ///< a bias per item is added to its score
    bool tiedOutput = true;        ///< scores use the input embedding; false: separate item vectors
    ClozeConfig cloze;             ///< only for models that fill in masked items
    bool newestTarget = true;      ///< next-item models: the newest item is a target only; false: also input

    bool operator==(const TransformerConfig&) const = default;
};

inline TransformerConfig& transformerOf(RunConfig& config) {
    return config.own.as<TransformerConfig>();
}
inline const TransformerConfig& transformerOf(const RunConfig& config) {
    return config.own.as<TransformerConfig>();
}

inline double finalNormEpsilon(const TransformerConfig& config) {
    return config.finalNormEpsilon > 0 ? config.finalNormEpsilon : config.normEpsilon;
}

inline OldestItem oldestItem(const TransformerConfig& config) {
    return config.readsOldest ? OldestItem::Read : OldestItem::LeftOut;
}

/// The rules by which the training samples of a transformer are made.
BatchRules batchRulesOf(const RunConfig& config, Task task);

std::vector<ConfigKey> clozeKeys();
std::vector<ConfigKey> nextItemKeys();     ///< whether the newest item is also an input
std::vector<ConfigKey> transformerKeys();  ///< width, heads, layers, length, dropout
std::vector<ConfigKey> partKeys();         ///< parts of the architecture that can be chosen or switched off

/// Throws Error(Usage) if the heads do not divide the width.
void checkTransformer(const RunConfig& config);

}  // namespace recscope
