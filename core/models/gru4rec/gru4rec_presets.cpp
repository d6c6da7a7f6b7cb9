// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/gru4rec/gru4rec.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig gru4RecConfig() {
    RunConfig config;
    config.model = "gru4rec";
    config.schema = &gru4RecSchema();
    config.training.batchSize = 64;
    config.training.learningRate = 0.05;
    config.training.epochs = 10;
    config.loss.kind = LossKind::Top1;
    config.own = Gru4RecConfig();
    return config;
}

namespace {

RunConfig plus(LossKind loss) {
    RunConfig config = gru4RecConfig();
    config.loss.kind = loss;
    Gru4RecConfig& gru4rec = gru4RecOf(config);
    gru4rec.extraNegatives = 2048;
    gru4rec.elu = loss == LossKind::BprMax ? 0.5 : 0;
    return config;
}

/// Dropout and the number of epochs were chosen on ML-100K by validation (datasets/RESULTS.md).
Preset quick(const DatasetInfo& dataset) {
    constexpr std::int64_t kPredictionsInTotal = 1'200'000, kMinEpochs = 3, kMaxEpochs = 12;
    RunConfig config = plus(LossKind::BprMax);
    gru4RecOf(config).extraNegatives = 512;
    gru4RecOf(config).inputDropout = 0.5;
    gru4RecOf(config).hiddenDropout = 0.3;
    config.training.batchSize = 32;
    config.training.epochs =
        std::clamp(kPredictionsInTotal / std::max<std::int64_t>(dataset.interactions, 1), kMinEpochs, kMaxEpochs);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> gru4RecPresets(bool /*dense*/, const DatasetInfo& dataset) {
    const char* const ofPlus =
        translatable("Hidasi & Karatzoglou, CIKM 2018 and the official code; dropout is tuned per dataset there");
    return {
        quick(dataset),
        {"gru4rec", translatable("GRU4Rec (2016): top1"),
         translatable("Hidasi et al., ICLR 2016; the learning rate and the dropout are tuned per dataset there"),
         translatable("ML-1M, 100 by popularity (pop100): HR@10 0.6207, NDCG@10 0.3627 (BERT4Rec, Table 2)"),
         gru4RecConfig()},
        {"gru4rec-plus", translatable("GRU4Rec+ (2018): bpr_max"), ofPlus,
         translatable("ML-1M, 100 by popularity (pop100): HR@10 0.6351, NDCG@10 0.4064 (BERT4Rec, Table 2)"),
         plus(LossKind::BprMax)},
        {"gru4rec-plus-ce", translatable("GRU4Rec+ (2018): cross-entropy"), ofPlus, "", plus(LossKind::CrossEntropy)},
        {"gru4rec-plus-top1", translatable("GRU4Rec+ (2018): top1_max"), ofPlus, "", plus(LossKind::Top1Max)}};
}

}  // namespace recscope
