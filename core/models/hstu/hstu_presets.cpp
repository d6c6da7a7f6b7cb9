// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/hstu/hstu.h"
#include "core/models/hstu/hstu_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig hstuConfig() {
    RunConfig config;
    config.model = "hstu";
    config.schema = &hstuSchema();
    config.training.batchSize = 128;
    config.training.learningRate = 1e-3;
    config.training.epochs = 100;
    config.training.clipNorm = 0;
    config.own = HstuConfig();
    return config;
}

namespace {

RunConfig tutorial(std::int64_t maxLength) {
    RunConfig config = hstuConfig();
    hstuOf(config).maxLength = maxLength;
    config.training.patience = 50;
    return config;
}

RunConfig large() {
    RunConfig config = tutorial(200);
    hstuOf(config).layers = 8;
    hstuOf(config).heads = 2;
    return config;
}

/// On ML-100K, `recscope-cli train --dataset ml100k --model hstu --preset quick --set seed=1` reaches a test NDCG@10 of
/// 0.1065.
Preset quick(bool dense, const DatasetInfo& dataset) {
    constexpr std::int64_t kInteractionsInTotal = 6'000'000, kMinEpochs = 5, kMaxEpochs = 60;
    RunConfig config = tutorial(dense ? 200 : 50);
    hstuOf(config).dim = 64;
    config.training.batchSize = 32;
    config.training.learningRate = 2e-3;
    config.training.epochs =
        std::clamp(kInteractionsInTotal / std::max<std::int64_t>(dataset.interactions, 1), kMinEpochs, kMaxEpochs);
    config.training.patience = 10;
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> hstuPresets(bool dense, const DatasetInfo& dataset) {
    const char* const source = translatable("Zhai et al., ICML 2024, as in RecTools' tutorial of 2025");
    RunConfig fast = tutorial(dense ? 200 : 50);
    fast.training.batchSize = 64;
    fast.training.learningRate = 2e-3;
    fast.training.epochs = 60;
    fast.training.evaluateEvery = 10;
    fast.training.patience = 0;
    fast.training.matmulPrecision = MatmulPrecision::Medium;
    return {
        quick(dense, dataset),
        {"paper", translatable("Tutorial: 2 layers, d=50"), source,
         translatable("ML-1M, full, seen items removed: HR@10 0.3023, NDCG@10 0.1718 with positions; 0.3227, 0.1879 "
                      "with positions and times (RecTools)"),
         tutorial(dense ? 200 : 50)},
        {"large", translatable("Large: 8 layers, 2 heads"), source,
         translatable("ML-1M, full, seen items removed: HR@10 0.3642, NDCG@10 0.2164 (RecTools)"), large()},
        {"fast", translatable("Fast: fewer epochs"),
         translatable("RecScope. Not as published: batch 64 instead of 128; learning rate 2e-3 instead of 1e-3; 60 "
                      "epochs, validation every 10 epochs, no early stopping; products rounded to bfloat16"),
         "", fast}};
}

}  // namespace recscope
