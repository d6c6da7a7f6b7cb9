// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bert4rec/bert4rec.h"

#include "core/models/transformer/transformer_entry.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr TransformerTraits kTraits{
    .task = Task::Cloze, .initialisation = Initialisation::TruncatedNormal, .dropsInside = false};

const ConfigSchema& schema() {
    static const ConfigSchema schema(
        joined({basicKeys(), clozeKeys(), transformerKeys(), partKeys(),
                lossKeys({LossKind::CrossEntropy, LossKind::SampledCrossEntropy}), gradientKeys()}));
    return schema;
}

}  // namespace

RunConfig bert4RecConfig() {
    return {.model = "bert4rec", .schema = &schema(), .training = {}, .loss = {}, .own = TransformerConfig()};
}

ModelEntry bert4RecEntry() {
    ModelEntry entry = transformerEntry(kTraits);
    entry.info = {
        "bert4rec", "BERT4Rec",
        translatable("Reads the history in both directions and fills in masked items (Cloze task)."),
        translatable("Sun et al., BERT4Rec: Sequential Recommendation with Bidirectional Encoder Representations from "
                     "Transformer, CIKM 2019")};
    entry.config = bert4RecConfig();
    entry.presets = bert4RecPresets;
    entry.paperPreset = [](bool dense) { return dense ? "paper-ml1m" : "paper-beauty"; };
    return entry;
}

}  // namespace recscope
