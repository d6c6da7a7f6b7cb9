// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/sasrec/sasrec.h"

#include "core/models/transformer/transformer_entry.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr TransformerTraits kTraits{
    .task = Task::NextItem, .initialisation = Initialisation::GlorotUniform, .dropsInside = true};

const ConfigSchema& schema() {
    static const ConfigSchema schema(
        joined({basicKeys(), transformerKeys(), partKeys(), nextItemKeys(),
                lossKeys({LossKind::BinaryCrossEntropy, LossKind::CrossEntropy, LossKind::SampledCrossEntropy,
                          LossKind::CalibratedBinaryCrossEntropy}),
                gradientKeys()}));
    return schema;
}

}  // namespace

RunConfig sasRecConfig() {
    TransformerConfig transformer;
    transformer.attentionMask = AttentionMask::Causal;
    transformer.norm = NormOrder::Pre;
    transformer.embeddingNorm = transformer.outputProjection = transformer.outputBias = false;
    transformer.finalNorm = transformer.scaleEmbedding = true;
    transformer.activation = ActivationKind::Relu;
    return {.model = "sasrec", .schema = &schema(), .training = {}, .loss = {}, .own = transformer};
}

ModelEntry sasRecEntry() {
    ModelEntry entry = transformerEntry(kTraits);
    entry.info = {"sasrec", "SASRec",
                  translatable("Reads the history from oldest to newest and predicts the next item at every position."),
                  translatable("Kang & McAuley, Self-Attentive Sequential Recommendation, ICDM 2018")};
    entry.config = sasRecConfig();
    entry.presets = sasRecPresets;
    entry.paperPreset = [](bool dense) { return dense ? "paper-dense" : "paper-sparse"; };
    return entry;
}

}  // namespace recscope
