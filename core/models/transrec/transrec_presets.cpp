// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/transrec/transrec.h"
#include "core/models/transrec/transrec_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig transRecConfig() {
    RunConfig config;
    config.model = "transrec";
    config.schema = &transRecSchema();
    config.training.learningRate = 0.05;
    config.training.epochs = 100;
    config.own = TransRecConfig();
    return config;
}

namespace {

/// The values of the example in the authors' code. Training stops when the validation metric, checked every 50 epochs,
/// has not improved for more than 300 epochs.
RunConfig mcAuley() {
    RunConfig config = transRecConfig();
    config.training.epochs = 10'000;
    config.training.evaluateEvery = 50;
    config.training.patience = 300 / 50 + 1;
    return config;
}

RunConfig sasrecPaper() {
    RunConfig config = mcAuley();
    transRecOf(config).dim = 50;
    return config;
}

/// The values were chosen on ML-100K by validation.
Preset quick(const DatasetInfo& dataset) {
    RunConfig config = transRecConfig();
    config.training.epochs = quickEpochs(30'000'000, 40, dataset.interactions);
    TransRecConfig& transRec = transRecOf(config);
    transRec.dim = 50;
    transRec.decay = 0.01;
    transRec.biasDecay = 0.01;
    return {"quick", translatable("Quick: a first look"),
            translatable("RecScope: a first look in well under a minute, not a tuned model."), "", config};
}

}  // namespace

std::vector<Preset> transRecPresets(bool /*dense*/, const DatasetInfo& dataset) {
    const char* const code = translatable("The authors' code, except that validation uses NDCG@10 and not AUC");
    return {quick(dataset),
            {"mcauley", translatable("The authors' code: d=10"), code, "", mcAuley()},
            {"sasrec-paper", translatable("d=50, as in the SASRec paper's results"), code,
             translatable("ML-1M, 100 uniform (sasrec-original): HR@10 0.6413, NDCG@10 0.3969 (SASRec paper, Table "
                          "III, its authors' code with Adam)"),
             sasrecPaper()}};
}

}  // namespace recscope
