// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hstu/hstu_config.h"

#include "core/config/key_maker.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<ConfigKey> ownKeys() {
    using C = HstuConfig;
    const OwnKeys<C> model(translatable("Model"));
    const OwnKeys<C> parts(translatable("Parts"));
    const OwnKeys<C> loss(translatable("Loss"));
    return {
        model.number("dim", translatable("Width d"), "",
                     translatable("Dimension of the item vectors and of every layer."), "50", &C::dim, 1, 4096),
        model.number("heads", translatable("Heads h"), "",
                     translatable("Attention heads per layer; divides the width."), translatable("1; HSTU-large 2"),
                     &C::heads, 1, 64),
        model.number("layers", translatable("Layers L"), "", translatable("Layers, one after the other."),
                     translatable("2; HSTU-large 8"), &C::layers, 1, 24),
        model.number("max_length", translatable("Length N"), translatable("positions"),
                     translatable("How many of the newest items are read."), translatable("200 on ML-1M, 50 on Beauty"),
                     &C::maxLength, 2, 4096),
        model.number("hidden_dropout", translatable("Hidden dropout"), "",
                     translatable("Share of values dropped from the input and before each layer's output."), "0.2",
                     &C::hiddenDropout, 0, 0.95),
        parts.onOff("position_bias", translatable("Position bias"),
                    translatable("A learned number for each distance in positions is added to the attention scores."),
                    translatable("on"), &C::positionBias),
        parts.onOff(
            "time_bias", translatable("Time bias"),
            translatable("A learned number for each range of time gaps is added to the attention scores. Without "
                         "times in the data, it has no effect."),
            translatable("on"), &C::timeBias),
        loss.number("negatives", translatable("Negatives k"), translatable("per position"),
                    translatable("Items drawn uniformly for each position; the target should score higher than these."),
                    "128", &C::negatives, 1, 100000),
        loss.number("temperature", translatable("Temperature"), "",
                    translatable("A score is the cosine of state and item vector, divided by this."), "0.05",
                    &C::temperature, 0.001, 10),
    };
}

}  // namespace

const ConfigSchema& hstuSchema() {
    static const ConfigSchema schema(joined({basicKeys(), ownKeys(), gradientKeys()}));
    return schema;
}

void checkHstu(const RunConfig& config) {
    const HstuConfig& hstu = hstuOf(config);
    if (hstu.dim % hstu.heads == 0) return;
    throw Error(ErrorKind::Usage, translated("{} heads do not divide a width of {}.", hstu.heads, hstu.dim),
                translated("Choose heads that divide the width (dim), or a width that is a multiple of them."));
}

}  // namespace recscope
