// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/narm/narm.h"
#include "core/models/narm/narm_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig narmConfig() {
    RunConfig config;
    config.model = "narm";
    config.schema = &narmSchema();
    config.training.batchSize = 512;
    config.training.learningRate = 1e-3;
    config.training.epochs = 30;
    config.training.clipNorm = 0;
    config.own = NarmConfig();
    return config;
}

namespace {

/// The values of the official code, github.com/lijingsdu/sessionRec_NARM. That code keeps the oldest 19 items of a
/// longer session; here the newest 19 are kept.
RunConfig officialCode() {
    RunConfig config = narmConfig();
    NarmConfig& narm = narmOf(config);
    narm.maxLength = 19;
    narm.attentionGate = Gate::HardSigmoid;
    narm.attentionSoftmax = true;
    return config;
}

/// The learning rate and the number of epochs were chosen on ML-100K by validation; few items are read to save time.
Preset quick(const DatasetInfo& dataset) {
    constexpr std::int64_t kPredictionsInTotal = 1'000'000, kMinEpochs = 2, kMaxEpochs = 10;
    RunConfig config = narmConfig();
    narmOf(config).maxLength = 20;
    config.training.learningRate = 0.002;
    config.training.epochs =
        std::clamp(kPredictionsInTotal / std::max<std::int64_t>(dataset.interactions, 1), kMinEpochs, kMaxEpochs);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> narmPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {quick(dataset),
            {"narm", translatable("NARM (2017): its equations"),
             translatable("Li et al., CIKM 2017; dropout and sizes of the official code"),
             translatable("ML-1M, but other users and items than here, full, seen items kept: HR@10 0.2662, NDCG@10 "
                          "0.1471 (RecBole, 2022)"),
             narmConfig()},
            {"narm-code", translatable("NARM (2017): its code"),
             translatable("The official code; the newest 19 items are read, not the oldest"), "", officialCode()}};
}

}  // namespace recscope
