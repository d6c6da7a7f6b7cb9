// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/models/bpr_mf/bpr_mf.h"
#include "core/models/bpr_mf/bpr_mf_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig bprMfConfig() {
    RunConfig config;
    config.model = "bpr_mf";
    config.schema = &bprMfSchema();
    config.training.learningRate = 0.05;
    config.training.epochs = 100;
    config.own = BprMfConfig();
    return config;
}

namespace {

/// The defaults of Cornac (github.com/PreferredAI/cornac: cornac/models/bpr).
RunConfig cornac() {
    RunConfig config = bprMfConfig();
    config.training.learningRate = 1e-3;
    bprMfOf(config).dim = 10;
    return config;
}

/// The defaults of the library `implicit` (github.com/benfred/implicit: implicit/cpu/bpr.pyx).
RunConfig implicitLibrary() {
    RunConfig config = bprMfConfig();
    config.training.learningRate = 0.01;
    bprMfOf(config).dim = 100;
    bprMfOf(config).negatives = BprNegatives::Interactions;
    return config;
}

/// Values of Klenitskiy & Vasilev, RecSys 2023, who use the model of the library `implicit`.
RunConfig ofRecSys2023() {
    RunConfig config = implicitLibrary();
    config.training.learningRate = 0.05;
    config.training.retrainWithValidation = true;
    bprMfOf(config).dim = 128;
    return config;
}

/// The settings in the code that the authors of FMC and TransRec published.
RunConfig mcAuley() {
    RunConfig config = bprMfConfig();
    BprMfConfig& bprMf = bprMfOf(config);
    bprMf.dim = 50;
    bprMf.positives = BprPositives::Users;
    bprMf.hit = BprHit::DrawAgain;
    bprMf.start = Initializer::Unit;
    bprMf.negativeDecay = bprMf.itemDecay / 10;
    return config;
}

/// Uses the values of `mcauley`, the preset of this file that was best on the validation items of ML-100K
/// (datasets/RESULTS.md).
Preset quick(const DatasetInfo& dataset) {
    constexpr std::int64_t kSamplesInTotal = 30'000'000, kMinEpochs = 5, kMaxEpochs = 100;
    RunConfig config = mcAuley();
    config.training.epochs =
        std::clamp(kSamplesInTotal / std::max<std::int64_t>(dataset.interactions, 1), kMinEpochs, kMaxEpochs);
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in well under a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> bprMfPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {
        quick(dataset),
        {"bpr", translatable("Uniform negatives (Cornac)"), translatable("Cornac's code and defaults"), "", cornac()},
        {"bpr-pop", translatable("Negatives by popularity (implicit)"), translatable("implicit's code and defaults"),
         "", implicitLibrary()},
        {"recsys2023", translatable("Negatives by popularity: ML-1M, d=128"),
         translatable("Klenitskiy & Vasilev, RecSys 2023; implicit"),
         translatable("ML-1M, full, trained on validation too: HR@10 0.0762, NDCG@10 0.0383"), ofRecSys2023()},
        {"mcauley", translatable("Users drawn first (McAuley)"),
         translatable("The code of the authors of FMC and TransRec"),
         translatable("ML-1M, 100 by popularity (pop100): HR@10 0.4301, NDCG@10 0.2365 (BERT4Rec, Table 2; code by "
                      "BERT4Rec's authors)"),
         mcAuley()}};
}

}  // namespace recscope
