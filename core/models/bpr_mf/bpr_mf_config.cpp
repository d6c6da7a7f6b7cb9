// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bpr_mf/bpr_mf_config.h"

#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<ConfigKey> ownKeys() {
    using C = BprMfConfig;
    const OwnKeys<C> model("Model"), loss("Loss");
    return {
        model.number("dim", translatable("Width d"), "", translatable("Dimension of the vectors of users and items."),
                     translatable("BERT4Rec 16 to 256"), &C::dim, 1, 4096),
        model.onOff("item_bias", translatable("Item bias"),
                    translatable("A learned number per item is added to its score."),
                    translatable("on; RecBole's code off"), &C::itemBias),
        model.choice(
            "start", translatable("Initial values"),
            translatable("Initial values of the vectors. small: (U[0,1) - 0.5) / d; unit: U[0,1); normal: N(0, 0.01)."),
            translatable("Cornac and implicit small, McAuley's code unit"), &C::start),
        loss.choice(
            "positives", translatable("Positives"),
            translatable(
                "interactions: each interaction once an epoch; users: a user is drawn first, then an item of theirs."),
            translatable("McAuley's code users"), &C::positives),
        loss.choice(
            "negatives_from", translatable("Drawn from"),
            translatable("Negatives. items: all items equally likely; interactions: by how often an item occurs."),
            translatable("Cornac items, implicit interactions"), &C::negatives),
        loss.choice("hit", translatable("If the drawn item is not a negative"),
                    translatable("When the drawn item is one of the user's own: draw_again, or skip the sample."),
                    translatable("Cornac and implicit skip"), &C::hit),
        loss.number("user_decay", translatable("User decay"), "",
                    translatable("How strongly user vectors are pulled towards zero."),
                    translatable("BERT4Rec 1e-4 to 1"), &C::userDecay, 0, 10),
        loss.number("item_decay", translatable("Item decay"), "",
                    translatable("How strongly the vector of the user's item is pulled towards zero."),
                    translatable("BERT4Rec 1e-4 to 1"), &C::itemDecay, 0, 10),
        loss.number("negative_decay", translatable("Negative decay"), "",
                    translatable("How strongly the vector of the drawn negative is pulled towards zero."),
                    translatable("McAuley's code a tenth of the others"), &C::negativeDecay, 0, 10),
        loss.number("bias_decay", translatable("Bias decay"), "",
                    translatable("How strongly the item biases are pulled towards zero."), "", &C::biasDecay, 0, 10),
    };
}

}  // namespace

const ConfigSchema& bprMfSchema() {
    static const ConfigSchema schema(joined({basicKeys(), ownKeys(), learningRateKeys()}));
    return schema;
}

}  // namespace recscope
