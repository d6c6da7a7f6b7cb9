// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/caser/caser_config.h"

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<ConfigKey> ownKeys() {
    using C = CaserConfig;
    const OwnKeys<C> model("Model"), loss("Loss");
    return {
        model.number("dim", translatable("Width d"), "",
                     translatable("Dimension of the vectors of users and of the items read."), "50", &C::dim, 1, 4096),
        model.number("window", translatable("Window L"), translatable("items"),
                     translatable("How many of the newest items are read, as an image of L rows."), "5", &C::window, 1,
                     100),
        model.number("vertical_filters", translatable("Vertical filters"), "",
                     translatable("Each weighs the items of the window one by one."), "4", &C::verticalFilters, 1, 256),
        model.number("horizontal_filters", translatable("Horizontal filters"), translatable("per height"),
                     translatable("Each looks for a pattern of 1 to L consecutive items."), "16", &C::horizontalFilters,
                     1, 256),
        model.number("dropout", translatable("Dropout"), "",
                     translatable("Share of values dropped from the output of the filters."), "0.5", &C::dropout, 0,
                     0.95),
        loss.number("targets", translatable("Targets T"), translatable("items"),
                    translatable("Items after a window that are predicted together."), "3", &C::targets, 1, 100),
        loss.number("negatives", translatable("Negatives"), translatable("per window"),
                    translatable("Items drawn uniformly that the user does not have."), "3", &C::negatives, 1, 1000),
    };
}

}  // namespace

const ConfigSchema& caserSchema() {
    static const ConfigSchema schema(
        joined({basicKeys(), ownKeys(),
                gradientKeys({.unit = translatable("windows"),
                              .help = translatable("Windows of histories per optimiser step."),
                              .paper = "512"})}));
    return schema;
}

}  // namespace recscope
