// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/ncf/ncf.h"
#include "core/models/ncf/ncf_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig ncfConfig() {
    RunConfig config;
    config.model = "ncf";
    config.schema = &ncfSchema();
    config.training.batchSize = 256;
    config.training.learningRate = 1e-3;
    config.training.epochs = 20;
    config.training.clipNorm = 0;
    config.own = NcfConfig();
    return config;
}

namespace {

/// The dot product that Rendle et al., RecSys 2020, compare with NeuMF, with the values that they use.
RunConfig matrixFactorisation() {
    RunConfig config = ncfConfig();
    NcfConfig& ncf = ncfOf(config);
    ncf.scorer = NcfScorer::Dot;
    ncf.dim = 192;
    ncf.negatives = 8;
    ncf.startDeviation = 0.1;
    ncf.decay = 0.005;
    config.training.learningRate = 0.002;
    config.training.epochs = 256;
    return config;
}

/// Twenty epochs of pretraining and twenty of joint training, as in the example commands of the official code.
RunConfig pretrained() {
    RunConfig config = ncfConfig();
    ncfOf(config).pretrainingEpochs = config.training.epochs;
    config.training.epochs *= 2;
    return config;
}

/// The number of epochs was chosen on ML-100K by validation.
Preset quick(const DatasetInfo& dataset) {
    constexpr std::int64_t kInteractionsInTotal = 2'000'000, kMinEpochs = 2, kMaxEpochs = 20;
    RunConfig config = ncfConfig();
    config.training.epochs =
        std::clamp(kInteractionsInTotal / std::max<std::int64_t>(dataset.interactions, 1), kMinEpochs, kMaxEpochs);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in about a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> ncfPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {
        quick(dataset),
        {"ncf", translatable("NeuMF (2017), without pretraining"),
         translatable(
             "He et al., WWW 2017, and the official code, which chooses its best epoch on test; here it is validation"),
         translatable("ML-1M, 100 by popularity (pop100): HR@10 0.3477, NDCG@10 0.1640 (BERT4Rec, Table 2)"),
         ncfConfig()},
        {"ncf-pretrained", translatable("NeuMF (2017), pretrained"),
         translatable(
             "He et al., WWW 2017, section 3.4.1: each half alone with Adam, then both with plain gradient descent; "
             "both halves train for equally many epochs, where the paper chooses the best epoch of each"),
         "", pretrained()},
        {"mf-logistic", translatable("Matrix factorisation, the same loss"),
         translatable("Rendle et al., Neural Collaborative Filtering vs. Matrix Factorization Revisited, RecSys 2020; "
                      "negatives are items the user does not have, in their code any items"),
         "", matrixFactorisation()}};
}

}  // namespace recscope
