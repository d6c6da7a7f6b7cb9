// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/autoencoder/autoencoder_config.h"

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using C = AutoencoderConfig;

ConfigKey dimKey(const char* paper) {
    return OwnKeys<C>(translatable("Model"))
        .number("dim", translatable("Width d"), "", translatable("Number of units of the hidden layer."), paper,
                &C::dim, 1, 4096);
}

std::vector<ConfigKey> layerKeys(const char* paperDim, const char* paperDropout) {
    const OwnKeys<C> model(translatable("Model"));
    return {dimKey(paperDim),
            model.number("input_dropout", translatable("Input dropout"), "",
                         translatable("Share of a user's items that are left out of the input, drawn again in each "
                                      "epoch; the others are scaled up."),
                         paperDropout, &C::inputDropout, 0, 0.95)};
}

std::vector<ConfigKey> negativeKeys() {
    const OwnKeys<C> loss(translatable("Loss"));
    return {loss.number("negatives", translatable("Negatives"), translatable("per interaction"),
                        translatable("Items drawn uniformly that the user does not have."), "5", &C::negatives, 1,
                        1000)};
}

std::vector<ConfigKey> stepKeys(const char* paperBatch) {
    return gradientKeys(
        {.unit = translatable("users"), .help = translatable("Users per optimiser step."), .paper = paperBatch});
}

}  // namespace

const ConfigSchema& autoRecSchema() {
    static const ConfigSchema schema(joined({basicKeys(), layerKeys("500", "0"), stepKeys("")}));
    return schema;
}

const ConfigSchema& cdaeSchema() {
    static const ConfigSchema schema(
        joined({basicKeys(), layerKeys("50", translatable("RecBole 0.5")), negativeKeys(), stepKeys("")}));
    return schema;
}

const ConfigSchema& rbmSchema() {
    static const ConfigSchema schema(joined({basicKeys(), {dimKey("100")}, stepKeys("1000")}));
    return schema;
}

}  // namespace recscope
