// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/word2vec/word2vec_config.h"

#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

ConfigKey onlyWithNegatives(ConfigKey key) {
    key.isRelevant = [](const RunConfig& config) { return word2VecOf(config).loss == Word2VecLoss::Negatives; };
    return key;
}

std::vector<ConfigKey> ownKeys(ContextWindow contextWindow) {
    using C = Word2VecConfig;
    const OwnKeys<C> model("Model"), loss("Loss");
    std::vector<ConfigKey> keys = {
        model.number("dim", translatable("Width d"), "", translatable("Dimension of the two vectors of each item."),
                     translatable("gensim 100"), &C::dim, 1, 4096),
        model.number("window", translatable("Window"), translatable("items"),
                     translatable("Largest number of items on each side that form an item's context; the number is "
                                  "drawn from 1 to this value for each item."),
                     translatable("gensim 5"), &C::window, 1, static_cast<double>(C::kMaxWindow)),
        loss.choice("loss", translatable("Loss"),
                    translatable("negatives: the target item against a few drawn ones, sample by sample; ce: softmax "
                                 "over all items, 32 samples at once."),
                    translatable("word2vec negatives, BERT4Rec's paper ce"), &C::loss),
        onlyWithNegatives(loss.number("negatives", translatable("Negatives k"), "",
                                      translatable("Items drawn against each target."), translatable("gensim 5"),
                                      &C::negatives, 1, static_cast<double>(C::kMaxNegatives))),
        onlyWithNegatives(loss.number(
            "negative_power", translatable("Power of counts"), "",
            translatable("Negatives are drawn by how often they occur, raised to this power; 0: all equally likely."),
            translatable("word2vec 0.75"), &C::power, 0, 2)),
        loss.number("kept_share", translatable("Subsampling threshold"), "",
                    translatable("Items with a larger share of the interactions are left out of the context at random, "
                                 "the more often the larger the share; 0 leaves none out."),
                    translatable("gensim 1e-3"), &C::keptShare, 0, 1)};
    if (contextWindow == ContextWindow::Together)
        keys.push_back(loss.choice(
            "seen_gradient", translatable("Gradient of the context"),
            translatable("whole: each context item moves by the whole gradient of their mean; divided: by this "
                         "gradient divided by the number of context items, the true gradient of the loss."),
            translatable("word2vec's program and gensim whole"), &C::contextGradient));
    return keys;
}

}  // namespace

RunConfig word2VecConfig(const std::string& model, ContextWindow contextWindow) {
    const auto schemaOf = [](ContextWindow window) {
        return ConfigSchema(joined({basicKeys(), ownKeys(window), learningRateKeys()}));
    };
    static const ConfigSchema together = schemaOf(ContextWindow::Together),
                              oneByOne = schemaOf(ContextWindow::OneByOne);
    RunConfig config;
    config.model = model;
    config.schema = contextWindow == ContextWindow::Together ? &together : &oneByOne;
    config.training.epochs = 5;
    config.training.learningRate = 0.025;
    config.training.schedule = Schedule::Linear;
    config.own = Word2VecConfig();
    return config;
}

}  // namespace recscope
