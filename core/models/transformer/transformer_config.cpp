// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/transformer_config.h"

#include <fmt/format.h>

#include "core/config/key_maker.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

struct ClozePart {
    ClozeConfig& operator()(RunConfig& config) const { return transformerOf(config).cloze; }
    const ClozeConfig& operator()(const RunConfig& config) const { return transformerOf(config).cloze; }
};

}  // namespace

std::vector<ConfigKey> clozeKeys() {
    using C = ClozeConfig;
    const KeyMaker<C, ClozePart> make(translatable("Cloze"));
    const OwnKeys<TransformerConfig> makeOwn(translatable("Cloze"));
    return {
        make.number("mask_probability", translatable("Mask probability \u03c1"), "",
                    translatable("Share of the positions hidden behind [MASK] for the model to fill in."),
                    translatable("ML-1M 0.2, Beauty 0.6, Steam 0.4"), &C::maskProbability, 0.01, 1),
        make.number(
            "masked_items", translatable("Masked items"), translatable("per sample"),
            translatable("Hides exactly this many random positions of each sample, whatever \u03c1 is; 0 uses \u03c1."),
            translatable("0; 1 in the ablation \"BERT4Rec (1 mask)\", section 4.4"), &C::maskedItems, 0, 4096),
        make.number("last_item_share", translatable("Last-item share"), "",
                    translatable("Share of samples that hide only the last item, as prediction does."),
                    translatable("1 of 11 copies in the official data generator"), &C::lastItemShare, 0, 1),
        make.number("mask_copies", translatable("Masked copies"), translatable("per epoch"),
                    translatable("Samples made of each history per epoch, each with its own mask."),
                    translatable("11 in the official code, made once for all epochs"), &C::maskCopies, 1, 1000),
        make.choice("mask_policy", translatable("Mask policy"),
                    translatable("mask: always [MASK]; bert: 80 % [MASK], 10 % a random item, 10 % unchanged."),
                    translatable("mask"), &C::maskPolicy),
        makeOwn.onOff("read_oldest", translatable("Oldest item read"),
                      translatable("A history shorter than N is read whole. Off: its oldest item is left out when the "
                                   "next item is predicted."),
                      translatable("on; RecBole 1.2 off"), &TransformerConfig::readsOldest),
    };
}

std::vector<ConfigKey> nextItemKeys() {
    using C = TransformerConfig;
    const OwnKeys<C> make(translatable("Parts"));
    return {make.onOff("newest_target", translatable("Newest target"),
                       translatable("The newest training item is only a target, not an input. Off: it is an input, "
                                    "too; with attention = bidirectional, the model then sees every target."),
                       translatable("on"), &C::newestTarget)};
}

std::vector<ConfigKey> transformerKeys() {
    using C = TransformerConfig;
    const OwnKeys<C> make(translatable("Model"));
    return {
        make.number("dim", translatable("Width d"), "", translatable("Width of embeddings and hidden states."),
                    translatable("BERT4Rec 64, SASRec 50"), &C::dim, 1, 4096),
        make.number("heads", translatable("Heads h"), "", translatable("Attention heads per layer; divides the width."),
                    translatable("BERT4Rec 2, SASRec 1"), &C::heads, 1, 64),
        make.number("layers", translatable("Layers L"), "", translatable("Transformer layers, one after the other."),
                    "2", &C::layers, 1, 24),
        make.number("inner_dim", translatable("Inner width"), "", translatable("Width inside the feed-forward part."),
                    translatable("BERT4Rec 4 d, SASRec d"), &C::innerDim, 1, 16384),
        make.number("max_length", translatable("Length N"), translatable("positions"),
                    translatable("The most recent positions of a history the model reads, [MASK] included."),
                    translatable("200 on ML-1M and ML-20M, 50 on Beauty and Steam"), &C::maxLength, 2, 4096),
        make.number("hidden_dropout", translatable("Hidden dropout"), "",
                    translatable("Share of values dropped after embeddings, attention output and feed-forward."),
                    translatable("BERT4Rec 0.2 on ML-1M, 0.5 on Beauty"), &C::hiddenDropout, 0, 0.95),
        make.number("attention_dropout", translatable("Attention dropout"), "",
                    translatable("Share of attention weights dropped."), translatable("BERT4Rec 0.2"),
                    &C::attentionDropout, 0, 0.95),
        make.number("window_step", translatable("Window step"), translatable("positions"),
                    translatable("For training, a history longer than N is cut into windows of N positions that start "
                                 "this many positions apart; 0: only the newest N positions are used."),
                    translatable("official BERT4Rec code: N / 10 on Beauty, N / 2 on ML-1M, ML-20M and Steam"),
                    &C::windowStep, 0, 4096),
    };
}

std::vector<ConfigKey> partKeys() {
    using C = TransformerConfig;
    const OwnKeys<C> make(translatable("Parts"));
    return {
        make.choice(
            "attention", translatable("Attention"),
            translatable("bidirectional: a position looks at all others; causal: at those before it only. A model that "
                         "predicts the next item and looks at both sides sees the answer while it learns."),
            translatable("BERT4Rec bidirectional, SASRec causal"), &C::attentionMask),
        make.choice("positions", translatable("Positions"),
                    translatable("Learned position vectors. newest: the newest item always has the last vector; "
                                 "oldest: the oldest item read always has the first; none: no position vectors."),
                    translatable("both papers newest; RecBole oldest"), &C::positions),
        make.choice("norm", translatable("Norm"),
                    translatable("post: after attention and after feed-forward; pre: before each of them; sasrec_code: "
                                 "before each, in attention only on queries and the residual path."),
                    translatable("BERT4Rec post, SASRec pre"), &C::norm),
        make.choice("layer_norm", translatable("Layer norm"),
                    translatable("Normalises inside the layers and after them. on: LayerNorm; sample: divides by the "
                                 "unbiased standard deviation plus epsilon instead; off: none."),
                    translatable("on; in BERT4Rec-VAE-Pytorch: sample"), &C::layerNorm),
        make.onOff("embedding_norm", translatable("Embedding norm"), translatable("Normalise after the embedding."),
                   translatable("official BERT4Rec code on, SASRec off"), &C::embeddingNorm),
        make.onOff("final_norm", translatable("Final norm"), translatable("Normalise after the last layer."),
                   translatable("SASRec on"), &C::finalNorm),
        make.number("norm_epsilon", translatable("Norm epsilon"), "",
                    translatable("Added to the variance in every normalisation."),
                    translatable("1e-12 (BERT4Rec), 1e-8 (SASRec) in the authors' code"), &C::normEpsilon, 1e-14, 0.1),
        make.number(
            "final_norm_epsilon", translatable("Final norm epsilon"), "",
            translatable(
                "Added to the variance in the norm after the last layer; 0 uses the epsilon of the other norms."),
            translatable("RecTools 1e-8"), &C::finalNormEpsilon, 0, 0.1),
        make.onOff("residual", translatable("Residual"),
                   translatable("Add the input of attention and of feed-forward to their output."), translatable("on"),
                   &C::residual),
        make.onOff(
            "gated_residual", translatable("Gated residual"),
            translatable("The output of attention and of feed-forward is multiplied by a learned gate, a sigmoid "
                         "of the residual, before both are added."),
            translatable("eSASRec on"), &C::gatedResidual),
        make.onOff("feed_forward", translatable("Feed-forward"),
                   translatable("The two linear layers after each attention."), translatable("on"), &C::feedForward),
        make.choice(
            "activation", translatable("Activation"),
            translatable("Inside the feed-forward part; gelu is the exact form; swiglu multiplies the result by "
                         "a second linear layer and has no biases."),
            translatable("BERT4Rec gelu, SASRec relu, eSASRec swiglu"), &C::activation),
        make.onOff("scale_embedding", translatable("Scale embedding"),
                   translatable("Item vectors are multiplied by the square root of d on input."),
                   translatable("official SASRec code on"), &C::scaleEmbedding),
        make.onOff("output_projection", translatable("Output projection"),
                   translatable("A linear layer, GELU and a norm between the last layer and the item vectors."),
                   translatable("BERT4Rec on"), &C::outputProjection),
        make.onOff("output_bias", translatable("Output bias"),
                   translatable("A learned number per item is added to its score."), translatable("BERT4Rec on"),
                   &C::outputBias),
        make.onOff("tied_output", translatable("Tied output"),
                   translatable("Scores use the input item vectors; off: separate vectors."), translatable("on"),
                   &C::tiedOutput),
    };
}

BatchRules batchRulesOf(const RunConfig& config, Task task) {
    const TransformerConfig& transformer = transformerOf(config);
    return {.task = task,
            .maxLength = transformer.maxLength,
            .windowStep = transformer.windowStep,
            .cloze = transformer.cloze,
            .newestTarget = transformer.newestTarget,
            .loss = config.loss,
            .batchSize = config.training.batchSize,
            .seed = config.training.seed};
}

void checkTransformer(const RunConfig& config) {
    const TransformerConfig& transformer = transformerOf(config);
    if (transformer.dim % transformer.heads == 0) return;
    throw Error(ErrorKind::Usage,
                translated("{} heads do not divide a width of {}.", transformer.heads, transformer.dim),
                translated("Choose heads that divide the width (dim), or a width that is a multiple of them."));
}

}  // namespace recscope
