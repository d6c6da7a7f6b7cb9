// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bert4rec/bert4rec.h"
#include "core/models/transformer/quick_preset.h"
#include "core/models/transformer/transformer_config.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Preset quickBert4Rec(bool dense, const DatasetInfo& dataset) {
    RunConfig config = bert4RecConfig();
    TransformerConfig& transformer = transformerOf(config);
    transformer.maxLength = dense ? 200 : 32;
    transformer.innerDim = 128;
    transformer.hiddenDropout = transformer.attentionDropout = dense ? 0.2 : 0.1;
    transformer.cloze.maskProbability = 0.2;
    config.training.batchSize = 32;
    config.training.learningRate = 3e-3;
    config.training.warmupSteps = 200;
    config.training.schedule = Schedule::Linear;
    adaptToDataset(config, dataset, /*maxEpochs=*/150);
    if (dataset.items >= kManyItems) {
        transformer.cloze.maskProbability = 0.4;
        transformer.hiddenDropout = 0.2;
        config.training.batchSize = 128;
        config.training.learningRate = 1e-3;
    }
    return {"quick", translatable("Quick: a first look"), kQuickSource, "", config};
}

/// The paper's settings; those that differ between its four datasets are parameters. The optimizer, the windows of long
/// histories and the share of samples that mask only the last item are those of the official code.
RunConfig paperBert4Rec(std::int64_t maxLength, double maskProbability, double hiddenDropout, double attentionDropout,
                        std::int64_t windowStep) {
    RunConfig config = bert4RecConfig();
    TransformerConfig& transformer = transformerOf(config);
    transformer.maxLength = maxLength;
    transformer.cloze.maskProbability = maskProbability;
    transformer.hiddenDropout = hiddenDropout;
    transformer.attentionDropout = attentionDropout;
    transformer.windowStep = windowStep;
    transformer.normEpsilon = 1e-12;
    transformer.cloze.lastItemShare = 1.0 / 11;
    config.training.batchSize = 256;
    config.training.optimizer = OptimizerKind::AdamW;
    config.training.learningRate = 1e-4;
    config.training.weightDecay = 0.01;
    config.training.warmupSteps = 100;
    config.training.schedule = Schedule::Linear;
    config.training.epochs = 200;
    return config;
}

RunConfig replicatedBert4Rec() {
    RunConfig config = bert4RecConfig();
    TransformerConfig& transformer = transformerOf(config);
    transformer.maxLength = 200;
    config.training.batchSize = 128;
    config.training.epochs = 200;
    config.training.patience = 20;
    return config;
}

RunConfig oneMaskBert4Rec(RunConfig config) {
    TransformerConfig& transformer = transformerOf(config);
    transformer.cloze.maskedItems = 1;
    return config;
}

}  // namespace

std::vector<Preset> bert4RecPresets(bool dense, const DatasetInfo& dataset) {
    const char* const source = translatable("Sun et al., CIKM 2019 and the official code");
    const RunConfig ml1m = paperBert4Rec(200, 0.2, 0.2, 0.2, 100), beauty = paperBert4Rec(50, 0.6, 0.5, 0.2, 5);
    return {quickBert4Rec(dense, dataset),
            coursePreset(quickBert4Rec(dense, dataset), /*maxEpochs=*/60, translatable("an NDCG@10 of 0.69")),
            {"paper-ml1m", translatable("Paper: ML-1M, d=64"), source,
             translatable("ML-1M, 100 by popularity (pop100): HR@10 0.6970, NDCG@10 0.4818 (Table 2)"), ml1m},
            {"paper-ml20m", translatable("Paper: ML-20M, d=64"), source,
             translatable("ML-20M, 100 by popularity (pop100): HR@10 0.7473, NDCG@10 0.5340 (Table 2)"),
             paperBert4Rec(200, 0.2, 0.1, 0.1, 100)},
            {"paper-beauty", translatable("Paper: Beauty, d=64"), source,
             translatable("Beauty, 100 by popularity (pop100): HR@10 0.3025, NDCG@10 0.1862 (Table 2)"), beauty},
            {"paper-steam", translatable("Paper: Steam, d=64"), source,
             translatable("Steam, 100 by popularity (pop100): HR@10 0.4013, NDCG@10 0.2261 (Table 2)"),
             paperBert4Rec(50, 0.4, 0.2, 0.2, 25)},
            {"one-mask", translatable("Paper: one mask, d=64"),
             translatable("Sun et al., CIKM 2019, section 4.4: one item at a time is masked"),
             dense ? translatable("ML-1M, 100 by popularity (pop100): HR@10 0.6869, NDCG@10 0.4696 (Table 3)")
                   : translatable("Beauty, 100 by popularity (pop100): HR@10 0.2940, NDCG@10 0.1769 (Table 3)"),
             oneMaskBert4Rec(dense ? ml1m : beauty)},
            {"replication", translatable("Replication: ML-1M, Adam 1e-3"),
             translatable("Petrov & Macdonald, RecSys 2022; RecTools"),
             translatable("ML-1M, full, seen items removed: HR@10 0.2821 to 0.2921, NDCG@10 0.1516 to 0.1618"),
             replicatedBert4Rec()},
            {"fast", translatable("Fast: dense data in minutes, d=64"),
             translatable(
                 "RecScope, chosen on ML-1M (datasets/RESULTS.md). Not as published: batch 64 instead of 128; learning "
                 "rate 3e-3 instead of 1e-3, rising for 200 steps, then falling to 0; 240 epochs, validation every 20 "
                 "epochs, no early stopping; products rounded to bfloat16. All else as in the preset replication"),
             translatable(
                 "ML-1M, full, seen items removed: NDCG@10 0.1516 to 0.1618 (published for the preset replication)"),
             fastConfig(replicatedBert4Rec(), /*learningRate=*/3e-3, /*epochs=*/240, /*evaluateEvery=*/20)}};
}

}  // namespace recscope
