// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/stamp/stamp.h"
#include "core/models/stamp/stamp_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig stampConfig() {
    RunConfig config;
    config.model = "stamp";
    config.schema = &stampSchema();
    config.training.batchSize = 512;
    config.training.learningRate = 0.003;
    config.training.epochs = 10;
    config.training.clipNorm = 150;
    config.own = StampConfig();
    return config;
}

namespace {

/// The config that follows the equations of the paper.
RunConfig paperEquations() {
    RunConfig config = stampConfig();
    stampOf(config).biases = true;
    stampOf(config).addsMean = false;
    return config;
}

/// The number of epochs was chosen on ML-100K by validation; the width is the same as in the other quick presets.
Preset quick(const DatasetInfo& dataset) {
    constexpr std::int64_t kPredictionsInTotal = 1'200'000, kMinEpochs = 3, kMaxEpochs = 12;
    RunConfig config = stampConfig();
    stampOf(config).dim = 64;
    config.training.epochs =
        std::clamp(kPredictionsInTotal / std::max<std::int64_t>(dataset.interactions, 1), kMinEpochs, kMaxEpochs);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> stampPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {
        quick(dataset),
        {"stamp", translatable("STAMP (2018): its code"),
         translatable(
             "Liu et al., KDD 2018, and the official code; its sessions are short, here the newest 50 items are read"),
         translatable("ML-1M, but other users and items than here, full, seen items kept: HR@10 0.2147, NDCG@10 0.1214 "
                      "(RecBole, 2022)"),
         stampConfig()},
        {"stamp-paper", translatable("STAMP (2018): its equations"),
         translatable("Liu et al., KDD 2018, equations 3 to 9"), "", paperEquations()}};
}

}  // namespace recscope
