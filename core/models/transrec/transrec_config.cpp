// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transrec/transrec_config.h"

namespace recscope {

namespace {

std::vector<ConfigKey> ownKeys() {
    using C = TransRecConfig;
    const OwnKeys<C> model("Model"), loss("Loss");
    return {
        model.number("dim", "Width d", "", "Coordinates of the space in which items are points.",
                     "TransRec 10, SASRec 10 to 50", &C::dim, 1, 4096),
        loss.number("decay", "Decay", "",
                    "How strongly the items and the translation that all share are pulled towards zero.",
                    "SASRec 1e-4 to 1", &C::decay, 0, 10),
        loss.number("translation_decay", "Translation decay", "", "The same for each user's own translation.",
                    "SASRec 1e-4 to 1", &C::translationDecay, 0, 10),
        loss.number("bias_decay", "Bias decay", "", "The same for the item biases.", "SASRec 1e-4 to 1", &C::biasDecay,
                    0, 10),
    };
}

}  // namespace

const ConfigSchema& transRecSchema() {
    static const ConfigSchema schema(
        joined({basicKeys(), transitionKeys<TransRecConfig>(), ownKeys(), learningRateKeys()}));
    return schema;
}

}  // namespace recscope
