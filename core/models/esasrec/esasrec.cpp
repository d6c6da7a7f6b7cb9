// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/esasrec/esasrec.h"

#include "core/models/transformer/transformer_entry.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// RecTools draws initial weights from a normal distribution with the same variance, 2 / (rows + columns).
constexpr TransformerTraits kTraits{
    .task = Task::NextItem, .initialisation = Initialisation::GlorotUniform, .dropsInside = true};

const ConfigSchema& schema() {
    static const ConfigSchema schema(
        joined({basicKeys(), transformerKeys(), partKeys(), nextItemKeys(),
                lossKeys({LossKind::SampledCrossEntropy, LossKind::CrossEntropy, LossKind::BinaryCrossEntropy,
                          LossKind::CalibratedBinaryCrossEntropy}),
                gradientKeys()}));
    return schema;
}

}  // namespace

RunConfig eSasRecConfig() {
    TransformerConfig transformer;
    transformer.heads = 1;
    transformer.attentionMask = AttentionMask::Causal;
    transformer.norm = NormOrder::Pre;
    transformer.embeddingNorm = transformer.outputProjection = transformer.outputBias = false;
    transformer.gatedResidual = true;
    transformer.activation = ActivationKind::SwiGlu;
    LossConfig loss;
    loss.kind = LossKind::SampledCrossEntropy;
    loss.negatives = 256;
    loss.negativesFrom = NegativesFrom::All;
    return {.model = "esasrec", .schema = &schema(), .training = {}, .loss = loss, .own = transformer};
}

ModelEntry eSasRecEntry() {
    ModelEntry entry = transformerEntry(kTraits);
    entry.info = {
        "esasrec", "eSASRec",
        translatable("SASRec's task with gated residuals and SwiGLU in its layers, trained with a softmax over "
                     "the next item and 256 drawn ones."),
        translatable("Tikhonovich et al., eSASRec: Enhancing Transformer-based Recommendations in a Modular "
                     "Fashion, RecSys 2025; layers: LiGR, arXiv 2502.03417")};
    entry.config = eSasRecConfig();
    entry.presets = eSasRecPresets;
    entry.paperPreset = [](bool dense) { return dense ? "paper-dense" : "paper-sparse"; };
    return entry;
}

}  // namespace recscope
