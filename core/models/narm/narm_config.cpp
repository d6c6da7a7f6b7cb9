// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/narm/narm_config.h"

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<ConfigKey> ownKeys() {
    using C = NarmConfig;
    const OwnKeys<C> make(translatable("Model"));
    return {
        make.number("dim", translatable("Width d"), "", translatable("Dimension of the item vectors."), "50", &C::dim,
                    1, 4096),
        make.number("units", translatable("Units H"), "", translatable("Units of the GRU that reads the history."),
                    "100", &C::units, 1, 4096),
        make.number("max_length", translatable("Items read"), translatable("items"),
                    translatable("How many of the newest items are read; 0 reads all."),
                    translatable("19 (the oldest ones); RecBole 50"), &C::maxLength, 0, 100000),
        make.number("input_dropout", translatable("Input dropout"), "",
                    translatable("Share of values dropped from the item vectors as they are read."), "0.25",
                    &C::inputDropout, 0, 0.95),
        make.number(
            "state_dropout", translatable("State dropout"), "",
            translatable("Share of values dropped from the state of the history before it is compared with items."),
            "0.5", &C::stateDropout, 0, 0.95),
        make.choice("gru_gate", translatable("Gates of the GRU"),
                    translatable("hard_sigmoid: 0.2 x + 0.5, clipped at 0 and 1."),
                    translatable("official code hard_sigmoid"), &C::gruGate),
        make.choice("attention_gate", translatable("Gate of the attention"),
                    translatable("The function in an item's attention weight: v · gate(A1 h_last + A2 h_item)."),
                    translatable("paper sigmoid, its code hard_sigmoid"), &C::attentionGate),
        make.onOff("attention_softmax", translatable("Softmax over the history"),
                   translatable("The weights over the history are made to sum to 1."),
                   translatable("paper off, its code on"), &C::attentionSoftmax),
    };
}

}  // namespace

const ConfigSchema& narmSchema() {
    static const ConfigSchema schema(joined(
        {basicKeys(), ownKeys(),
         gradientKeys({.unit = translatable("prefixes"),
                       .help = translatable("Beginnings of histories per optimiser step; each predicts the next item."),
                       .paper = "512"})}));
    return schema;
}

}  // namespace recscope
