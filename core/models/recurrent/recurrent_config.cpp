// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/recurrent/recurrent_config.h"

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using C = RecurrentConfig;

constexpr BatchUnit kBatchUnit = {
    .unit = translatable("windows"), .help = translatable("Windows of histories per optimiser step."), .paper = ""};

std::vector<ConfigKey> layerKeys(const char* paperDim) {
    const OwnKeys<C> make(translatable("Model"));
    return {make.number("dim", translatable("Units d"), "",
                        translatable("Units of the recurrent layer, and the width of the item vectors."), paperDim,
                        &C::dim, 1, 4096),
            make.number("max_length", translatable("Items read"), translatable("items"),
                        translatable("How many of the newest items are read; 0 reads all. Longer histories are trained "
                                     "in windows of this length."),
                        "", &C::maxLength, 0, 100000),
            make.number("input_dropout", translatable("Input dropout"), "",
                        translatable("Share of values dropped from the vectors as they are read."), "",
                        &C::inputDropout, 0, 0.95),
            make.number(
                "state_dropout", translatable("State dropout"), "",
                translatable("Share of values dropped from the state of the history before it is compared with items."),
                "", &C::stateDropout, 0, 0.95)};
}

std::vector<ConfigKey> activationKeys() {
    const OwnKeys<C> make(translatable("Model"));
    return {make.choice("state_activation", translatable("Activation"),
                        translatable("The activation function of the recurrent layer."), translatable("DREAM sigmoid"),
                        &C::activation)};
}

std::vector<ConfigKey> recurrentLossKeys() {
    const OwnKeys<C> make(translatable("Loss"));
    std::vector<ConfigKey> keys =
        lossKeys({LossKind::Bpr, LossKind::CrossEntropy, LossKind::Top1, LossKind::BprMax, LossKind::Top1Max});
    keys.push_back(make.number("negatives", translatable("Negatives k"), "",
                               translatable("Items drawn uniformly to compare with each target; not for ce."),
                               translatable("DREAM 1"), &C::negatives, 1, 10000));
    keys.back().isRelevant = [](const RunConfig& config) { return config.loss.kind != LossKind::CrossEntropy; };
    keys.push_back(make.number("score_penalty", translatable("Score penalty"), "",
                               translatable("bpr_max only: pulls the negatives' scores to zero."),
                               translatable("bpreg: GRU4Rec+ 1"), &C::scorePenalty, 0, 100));
    keys.back().isRelevant = [](const RunConfig& config) { return config.loss.kind == LossKind::BprMax; };
    return keys;
}

}  // namespace

const ConfigSchema& dreamSchema() {
    static const ConfigSchema schema(
        joined({basicKeys(), layerKeys(""), activationKeys(), recurrentLossKeys(), gradientKeys(kBatchUnit)}));
    return schema;
}

const ConfigSchema& gatedSchema() {
    static const ConfigSchema schema(
        joined({basicKeys(), layerKeys(""), recurrentLossKeys(), gradientKeys(kBatchUnit)}));
    return schema;
}

RecurrentLayer layerOf(const RunConfig& config) {
    if (config.model == "dream") return RecurrentLayer::Simple;
    return config.model == "lstm" ? RecurrentLayer::Lstm : RecurrentLayer::UserGru;
}

}  // namespace recscope
