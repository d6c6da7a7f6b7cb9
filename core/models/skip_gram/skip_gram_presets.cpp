// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/skip_gram/skip_gram.h"
#include "core/models/word2vec/word2vec_config.h"
#include "core/models/word2vec/word2vec_presets.h"

namespace recscope {

RunConfig skipGramConfig() {
    return word2VecConfig("skip_gram", ContextWindow::OneByOne);
}

/// The values of `quick` were chosen on ML-100K by validation.
std::vector<Preset> skipGramPresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig quick = skipGramConfig();
    quick.training.epochs = quickEpochs(8'000'000, 20, dataset.interactions);
    word2VecOf(quick).keptShare = 0;
    word2VecOf(quick).window = 1;
    return word2VecPresets(skipGramConfig(), quick);
}

}  // namespace recscope
