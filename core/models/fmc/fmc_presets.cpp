// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/fmc/fmc.h"
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/pairwise/transition_factors_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig fmcConfig() {
    return transitionFactorsConfig(
        "fmc", {.positives = TransitionPositives::Items, .negatives = TransitionNegatives::NeverNext});
}

namespace {

/// The values of the model MC in the TransRec authors' code. Validation takes place every 50 epochs; training stops at
/// the first validation that is more than 1,000 epochs after the best one.
RunConfig mcAuley() {
    RunConfig config = fmcConfig();
    config.training.epochs = 10'000;
    config.training.evaluateEvery = 50;
    config.training.patience = 1'000 / 50 + 1;
    return config;
}

RunConfig sasrecPaper() {
    RunConfig config = mcAuley();
    transitionFactorsOf(config).dim = 50;
    return config;
}

/// The values were chosen on ML-100K by validation.
Preset quick(const DatasetInfo& dataset) {
    RunConfig config = fmcConfig();
    config.training.epochs = quickEpochs(30'000'000, 40, dataset.interactions);
    transitionFactorsOf(config).dim = 50;
    transitionFactorsOf(config).decay = 0.02;
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in well under a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> fmcPresets(bool /*dense*/, const DatasetInfo& dataset) {
    const char* const code =
        translatable("The McAuley lab's code (model MC), except that validation uses NDCG@10 and not AUC");
    return {quick(dataset),
            {"mcauley", translatable("McAuley's code: d=10"), code, "", mcAuley()},
            {"sasrec-paper", translatable("d=50, as in the SASRec paper's results"), code,
             translatable(
                 "ML-1M, 100 uniform (sasrec-original): HR@10 0.6986, NDCG@10 0.4676 (SASRec paper, Table III, its "
                 "authors' code with Adam)"),
             sasrecPaper()}};
}

}  // namespace recscope
