// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transrec/transrec_config.h"

#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<ConfigKey> ownKeys() {
    using C = TransRecConfig;
    const OwnKeys<C> model("Model"), loss("Loss");
    return {
        model.number("dim", translatable("Width d"), "",
                     translatable("Dimension of the space in which items are points."),
                     translatable("TransRec 10, SASRec 10 to 50"), &C::dim, 1, 4096),
        loss.number("decay", translatable("Decay"), "",
                    translatable("How strongly the items and the global translation are pulled towards zero."),
                    translatable("SASRec 1e-4 to 1"), &C::decay, 0, 10),
        loss.number("translation_decay", translatable("Translation decay"), "",
                    translatable("How strongly each user's own translation is pulled towards zero."),
                    translatable("SASRec 1e-4 to 1"), &C::translationDecay, 0, 10),
        loss.number("bias_decay", translatable("Bias decay"), "",
                    translatable("How strongly the item biases are pulled towards zero."),
                    translatable("SASRec 1e-4 to 1"), &C::biasDecay, 0, 10),
    };
}

}  // namespace

const ConfigSchema& transRecSchema() {
    static const ConfigSchema schema(
        joined({basicKeys(), transitionKeys<TransRecConfig>(), ownKeys(), learningRateKeys()}));
    return schema;
}

}  // namespace recscope
