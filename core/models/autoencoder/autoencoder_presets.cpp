// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/autoencoder/autoencoder.h"
#include "core/models/autoencoder/autoencoder_config.h"
#include "core/models/pairwise/quick_epochs.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

RunConfig baseConfig(const char* model, const ConfigSchema& schema) {
    RunConfig config;
    config.model = model;
    config.schema = &schema;
    config.training.batchSize = 64;
    config.training.learningRate = 1e-3;
    config.training.clipNorm = 0;
    config.own = AutoencoderConfig();
    return config;
}

/// The values of all three models were chosen on ML-100K by validation, `maxEpochs` among them. With more users,
/// batches are larger, because each step updates all weights.
Preset quick(RunConfig config, std::int64_t maxEpochs, const DatasetInfo& dataset) {
    constexpr std::int64_t kInteractionsInTotal = 8'000'000, kBatchesPerEpoch = 125, kMaxBatch = 256;
    config.training.epochs = quickEpochs(kInteractionsInTotal, maxEpochs, dataset.interactions);
    config.training.batchSize = std::clamp(dataset.users / kBatchesPerEpoch, config.training.batchSize, kMaxBatch);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

RunConfig autoRecConfig() {
    RunConfig config = baseConfig("autorec", autoRecSchema());
    config.training.epochs = 100;
    return config;
}

RunConfig cdaeConfig() {
    RunConfig config = baseConfig("cdae", cdaeSchema());
    autoencoderOf(config).dim = 50;
    autoencoderOf(config).inputDropout = 0.5;
    config.training.batchSize = 16;
    config.training.learningRate = 3e-3;
    config.training.epochs = 100;
    return config;
}

RunConfig rbmConfig() {
    RunConfig config = baseConfig("rbm", rbmSchema());
    autoencoderOf(config).dim = 100;
    config.training.learningRate = 3e-3;
    config.training.weightDecay = 1e-3;
    config.training.epochs = 100;
    return config;
}

std::vector<Preset> autoRecPresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig small = autoRecConfig();
    autoencoderOf(small).dim = 128;
    small.training.learningRate = 3e-3;
    return {
        quick(small, 40, dataset),
        {"autorec", translatable("AutoRec (2015), user form"),
         translatable("Sedhain et al., WWW 2015: 500 units, as in the paper; sets of items instead of ratings, so all "
                      "items are reconstructed; Adam instead of resilient propagation"),
         "", autoRecConfig()}};
}

std::vector<Preset> cdaePresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig small = cdaeConfig();
    autoencoderOf(small).inputDropout = 0.2;
    return {quick(small, 80, dataset),
            {"cdae", translatable("CDAE (2016)"),
             translatable("Wu et al., WSDM 2016: 50 units and 5 negatives per item, as in the paper; input dropout of "
                          "RecBole; Adam instead of AdaGrad"),
             "", cdaeConfig()}};
}

std::vector<Preset> rbmPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {quick(rbmConfig(), 60, dataset),
            {"rbm", translatable("RBM (2007), binary"),
             translatable(
                 "Salakhutdinov et al., ICML 2007: 100 hidden units, as in the paper; sets of items instead of "
                 "ratings; contrastive divergence with one step throughout; weight decay of the paper, but in Adam "
                 "instead of gradient descent with momentum"),
             "", rbmConfig()}};
}

}  // namespace recscope
