// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/skip_gram/skip_gram.h"
#include "core/models/word2vec/word2vec_config.h"

namespace recscope {

RunConfig skipGramConfig() {
    return word2VecConfig("skip_gram");
}

namespace {

/// Chosen on ML-100K by validation.
Preset quick(const DatasetInfo& dataset) {
    RunConfig config = skipGramConfig();
    config.training.epochs = quickEpochs(8'000'000, 20, dataset.interactions);
    word2VecOf(config).keptShare = 0;
    word2VecOf(config).window = 1;
    return {"quick", "Quick: a first look", "RecScope: a first look in well under a minute, not a tuned model.", "",
            config};
}

/// Every item but the masked ones is told from all others by one softmax.
RunConfig ofBert4RecPaper() {
    RunConfig config = skipGramConfig();
    word2VecOf(config).loss = Word2VecLoss::Softmax;
    word2VecOf(config).keptShare = 0;
    return config;
}

}  // namespace

std::vector<Preset> skipGramPresets(bool /*dense*/, const DatasetInfo& dataset) {
    return {
        quick(dataset),
        {"gensim", "gensim's values", "gensim's Word2Vec and its defaults", "", skipGramConfig()},
        {"softmax", "Softmax over all items", "BERT4Rec, section 3.7, with gensim's values", "", ofBert4RecPaper()}};
}

}  // namespace recscope
