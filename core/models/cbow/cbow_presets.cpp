// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/cbow/cbow.h"
#include "core/models/pairwise/quick_epochs.h"
#include "core/models/word2vec/word2vec_config.h"
#include "core/models/word2vec/word2vec_presets.h"

namespace recscope {

RunConfig cbowConfig() {
    return word2VecConfig("cbow", ContextWindow::Together);
}

/// The values of `quick` were chosen on ML-100K by validation.
std::vector<Preset> cbowPresets(bool /*dense*/, const DatasetInfo& dataset) {
    RunConfig quick = cbowConfig();
    quick.training.epochs = quickEpochs(12'000'000, 40, dataset.interactions);
    word2VecOf(quick).keptShare = 0;
    word2VecOf(quick).contextGradient = ContextGradient::Divided;
    return word2VecPresets(cbowConfig(), quick);
}

}  // namespace recscope
