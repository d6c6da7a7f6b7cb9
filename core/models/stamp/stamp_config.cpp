// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/stamp/stamp_config.h"

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<ConfigKey> ownKeys() {
    using C = StampConfig;
    const OwnKeys<C> make(translatable("Model"));
    return {
        make.number("dim", translatable("Width d"), "",
                    translatable("Dimension of the item vectors and of every layer."), "100", &C::dim, 1, 4096),
        make.number("max_length", translatable("Items read"), translatable("items"),
                    translatable("How many of the newest items are read; 0 reads all."),
                    translatable("all of a short session; RecBole 50"), &C::maxLength, 0, 100000),
        make.onOff("biases", translatable("Biases"), translatable("Whether the layers have biases."),
                   translatable("paper on, its code off"), &C::biases),
        make.onOff("add_mean", translatable("Add the mean"),
                   translatable("The mean of the history's item vectors is added to the attention output."),
                   translatable("paper off, its code on"), &C::addsMean),
    };
}

}  // namespace

const ConfigSchema& stampSchema() {
    static const ConfigSchema schema(joined(
        {basicKeys(), ownKeys(),
         gradientKeys({.unit = translatable("prefixes"),
                       .help = translatable("Beginnings of histories per optimiser step; each predicts the next item."),
                       .paper = "512"})}));
    return schema;
}

}  // namespace recscope
