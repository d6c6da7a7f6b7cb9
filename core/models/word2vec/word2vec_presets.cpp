// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/word2vec/word2vec_presets.h"

#include "core/models/word2vec/word2vec_config.h"
#include "core/util/translated.h"

namespace recscope {

std::vector<Preset> word2VecPresets(const RunConfig& gensim, const RunConfig& quick) {
    RunConfig softmax = gensim;  // without subsampling, so that every item is predicted
    word2VecOf(softmax).loss = Word2VecLoss::Softmax;
    word2VecOf(softmax).keptShare = 0;
    word2VecOf(softmax).contextGradient = ContextGradient::Divided;
    return {{"quick", translatable("Quick: a first look"),
             translatable("RecScope: a first look in well under a minute, not a tuned model."), "", quick},
            {"gensim", translatable("gensim's values"),
             translatable("gensim's Word2Vec and its defaults, but the learning rate falls to 0 (in gensim to 1e-4)"),
             "", gensim},
            {"softmax", translatable("Softmax over all items"),
             translatable("BERT4Rec, section 3.7, with gensim's values"), "", softmax}};
}

}  // namespace recscope
