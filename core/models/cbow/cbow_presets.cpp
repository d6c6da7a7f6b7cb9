// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/cbow/cbow.h"
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/word2vec/word2vec_config.h"

namespace recscope {

RunConfig cbowConfig() {
    return word2VecConfig("cbow");
}

namespace {

/// Chosen on ML-100K by validation.
Preset quick(const DatasetInfo& dataset) {
    RunConfig config = cbowConfig();
    config.training.epochs = quickEpochs(12'000'000, 40, dataset.interactions);
    word2VecOf(config).keptShare = 0;
    return {"quick", "Quick: a first look", "RecScope: a first look in well under a minute, not a tuned model.", "",
            config};
}

/// Every item but the masked ones is told from all others by one softmax.
RunConfig ofBert4RecPaper() {
    RunConfig config = cbowConfig();
    word2VecOf(config).loss = Word2VecLoss::Softmax;
    word2VecOf(config).keptShare = 0;
    return config;
}

}  // namespace

std::vector<Preset> cbowPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {
        quick(dataset),
        {"gensim", "gensim's values", "gensim's Word2Vec and its defaults", "", cbowConfig()},
        {"softmax", "Softmax over all items", "BERT4Rec, section 3.7, with gensim's values", "", ofBert4RecPaper()}};
}

}  // namespace recscope
