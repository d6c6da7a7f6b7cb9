// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/fpmc/fpmc.h"
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/pairwise/transition_factors_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig fpmcConfig() {
    return transitionFactorsConfig("fpmc",
                                   {.positives = TransitionPositives::Users, .negatives = TransitionNegatives::Others});
}

namespace {

/// The values of the McAuley lab's code. Training stops when the validation metric, checked every 50 epochs, has not
/// improved for more than 300 epochs.
RunConfig mcAuley() {
    RunConfig config = fpmcConfig();
    config.training.epochs = 10'000;
    config.training.evaluateEvery = 50;
    config.training.patience = 300 / 50 + 1;
    return config;
}

/// mcAuley() with wider vectors: d = 64 with normal initial values, otherwise d = 50.
RunConfig wide(Initializer start) {
    RunConfig config = mcAuley();
    transitionFactorsOf(config).dim = start == Initializer::Normal ? 64 : 50;
    transitionFactorsOf(config).start = start;
    return config;
}

/// The values were chosen on ML-100K by validation.
Preset quick(const DatasetInfo& dataset) {
    RunConfig config = fpmcConfig();
    config.training.epochs = quickEpochs(30'000'000, 40, dataset.interactions);
    transitionFactorsOf(config).dim = 50;
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in well under a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> fpmcPresets(bool /*dense*/, const DatasetInfo& dataset) {
    const char* const code = translatable("The McAuley lab's code, except that validation uses NDCG@10 and not AUC");
    return {quick(dataset),
            {"mcauley", translatable("McAuley's code: d=10"), code, "", mcAuley()},
            {"sasrec-paper", translatable("d=50, as in the SASRec paper's results"), code,
             translatable("ML-1M, 100 uniform (sasrec-original): HR@10 0.7599, NDCG@10 0.5176 (SASRec paper, Table "
                          "III, its authors' code with Adam)"),
             wide(Initializer::Unit)},
            {"bert4rec-paper", translatable("Normal initial values: d=64"),
             translatable("Initial values as in khesui/FPMC, the rest as in the McAuley lab's code"),
             translatable("ML-1M, 100 by popularity (pop100): HR@10 0.5946, NDCG@10 0.3439 (BERT4Rec, Table 2; code by "
                          "BERT4Rec's authors)"),
             wide(Initializer::Normal)}};
}

}  // namespace recscope
