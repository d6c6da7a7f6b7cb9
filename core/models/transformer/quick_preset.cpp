// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/quick_preset.h"

#include <algorithm>
#include <utility>

#include "core/models/transformer/transformer_config.h"
#include "core/util/translated.h"

namespace recscope {

void adaptToDataset(RunConfig& config, const DatasetInfo& dataset, std::int64_t maxEpochs) {
    constexpr std::int64_t kInteractionsInTotal = 8'000'000, kInteractionsIfManyItems = 6'000'000, kMinEpochs = 5;
    const bool hasManyItems = dataset.items >= kManyItems;
    const std::int64_t perEpoch = std::max<std::int64_t>(dataset.interactions, 1);
    config.training.epochs =
        std::clamp((hasManyItems ? kInteractionsIfManyItems : kInteractionsInTotal) / perEpoch, kMinEpochs, maxEpochs);
    if (!hasManyItems) return;
    config.loss.kind = LossKind::SampledCrossEntropy;
    config.loss.negatives = 1000;
    config.loss.negativesFrom = NegativesFrom::All;
    config.loss.negativesPer = NegativesPer::Batch;
    config.training.evaluateEvery = 5;
}

Preset quickNextItemPreset(RunConfig config, bool dense, const DatasetInfo& dataset) {
    TransformerConfig& transformer = transformerOf(config);
    transformer.innerDim = 64;
    transformer.maxLength = dense ? 200 : 32;
    transformer.hiddenDropout = dense ? 0.3 : 0.1;
    transformer.attentionDropout = dense ? 0.2 : 0;
    config.training.batchSize = 32;
    config.training.learningRate = dense ? 2e-3 : 4e-3;
    adaptToDataset(config, dataset, dense ? 60 : 80);
    if (dataset.items >= kManyItems) {
        transformer.hiddenDropout = 0.5;
        config.training.batchSize = 64;
        config.training.learningRate = 2e-3;
    }
    return {"quick", translatable("Quick: a first look"), kQuickSource, "", std::move(config)};
}

RunConfig fastConfig(RunConfig config, double learningRate, std::int64_t epochs, std::int64_t evaluateEvery) {
    config.training.batchSize = 64;
    config.training.learningRate = learningRate;
    config.training.warmupSteps = 200;
    config.training.schedule = Schedule::Linear;
    config.training.matmulPrecision = MatmulPrecision::Medium;
    config.training.epochs = epochs;
    config.training.evaluateEvery = evaluateEvery;
    config.training.patience = 0;
    return config;
}

Preset coursePreset(Preset quick, std::int64_t maxEpochs, const std::string& reaches) {
    quick.name = "course";
    quick.title = translatable("Course: ready in seconds on the sample");
    quick.source = translatable(
                       "RecScope, the quick preset with fewer epochs, so that the lessons involve no waiting. On the "
                       "sample cinema it reaches ") +
                   reaches + translatable(" on validation, among all items, seen items kept.");
    quick.config.training.epochs = std::min(quick.config.training.epochs, maxEpochs);
    return quick;
}

}  // namespace recscope
