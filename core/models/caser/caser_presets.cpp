// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/caser/caser.h"
#include "core/models/caser/caser_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig caserConfig() {
    RunConfig config;
    config.model = "caser";
    config.schema = &caserSchema();
    config.training.batchSize = 512;
    config.training.learningRate = 1e-3;
    config.training.weightDecay = 1e-6;
    config.training.epochs = 50;
    config.training.clipNorm = 0;
    config.own = CaserConfig();
    return config;
}

namespace {

/// The number of epochs was chosen on ML-100K by validation.
Preset quick(const DatasetInfo& dataset) {
    constexpr std::int64_t kPredictionsInTotal = 3'000'000, kMinEpochs = 3, kMaxEpochs = 30;
    RunConfig config = caserConfig();
    config.training.epochs =
        std::clamp(kPredictionsInTotal / std::max<std::int64_t>(dataset.interactions, 1), kMinEpochs, kMaxEpochs);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> caserPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {quick(dataset),
            {"caser", translatable("Caser (2018)"),
             translatable("Tang & Wang, WSDM 2018; the official PyTorch code and its values for ML-1M"),
             translatable("ML-1M, 100 by popularity (pop100): HR@10 0.6692, NDCG@10 0.4268 (BERT4Rec, Table 2)"),
             caserConfig()}};
}

}  // namespace recscope
