// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/recurrent/recurrent.h"
#include "core/models/recurrent/recurrent_config.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

RunConfig baseConfig(const char* model, const ConfigSchema& schema, LossKind loss) {
    RunConfig config;
    config.model = model;
    config.schema = &schema;
    config.training.batchSize = 32;
    config.training.learningRate = 1e-3;
    config.training.epochs = 50;
    config.loss.kind = loss;
    config.own = RecurrentConfig();
    return config;
}

/// The values were chosen on ML-100K by validation, `maxEpochs` among them.
Preset quick(RunConfig config, std::int64_t maxEpochs, const DatasetInfo& dataset) {
    constexpr std::int64_t kInteractionsInTotal = 4'000'000;
    recurrentOf(config).dim = 64;
    recurrentOf(config).maxLength = 50;
    config.training.batchSize = 16;
    config.training.learningRate = 2e-3;
    config.training.epochs = quickEpochs(kInteractionsInTotal, maxEpochs, dataset.interactions);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

RunConfig dreamConfig() {
    return baseConfig("dream", dreamSchema(), LossKind::Bpr);
}

std::vector<Preset> dreamPresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig small = dreamConfig();
    recurrentOf(small).negatives = 64;
    return {quick(small, 40, dataset),
            {"dream", translatable("DREAM (2016)"),
             translatable(
                 "Yu et al., SIGIR 2016: baskets of one item, sigmoid, one negative per target; sizes and Adam are "
                 "RecScope's choice"),
             "", dreamConfig()}};
}

RunConfig userGruConfig() {
    return baseConfig("user_gru", gatedSchema(), LossKind::CrossEntropy);
}

std::vector<Preset> userGruPresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig small = userGruConfig();
    recurrentOf(small).inputDropout = recurrentOf(small).stateDropout = 0.3;
    return {quick(small, 24, dataset),
            {"user-gru", translatable("User-based GRU (2017), linear form"),
             translatable("Donkers et al., RecSys 2017: gates read the user's vector; sizes and dropout are RecScope's "
                          "choice"),
             "", userGruConfig()}};
}

RunConfig lstmConfig() {
    return baseConfig("lstm", gatedSchema(), LossKind::CrossEntropy);
}

std::vector<Preset> lstmPresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig small = lstmConfig();
    recurrentOf(small).inputDropout = recurrentOf(small).stateDropout = 0.3;
    RunConfig top1 = lstmConfig();
    top1.loss.kind = LossKind::Top1;
    recurrentOf(top1).negatives = 63;
    return {quick(small, 24, dataset),
            {"lstm", translatable("LSTM, cross-entropy"),
             translatable("GRU4Rec with LSTM cells, trained with a softmax over all items; all values are RecScope's "
                          "choice"),
             "", lstmConfig()},
            {"lstm-top1", translatable("LSTM, top1"),
             translatable("GRU4Rec with LSTM cells: top1 with as many negatives as in batches of 64 sessions, drawn "
                          "uniformly; all other values are RecScope's choice"),
             "", top1}};
}

}  // namespace recscope
