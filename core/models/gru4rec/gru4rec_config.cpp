// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/gru4rec_config.h"

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

template <LossKind kind>
bool hasLoss(const RunConfig& config) {
    return config.loss.kind == kind;
}

ConfigKey onlyFor(bool (*isRelevant)(const RunConfig&), ConfigKey key) {
    key.isRelevant = isRelevant;
    return key;
}

std::vector<ConfigKey> modelKeys() {
    using C = Gru4RecConfig;
    const OwnKeys<C> make(translatable("Model"));
    return {
        make.number("dim", translatable("Units d"), "",
                    translatable("Units of each layer, and the width of the item vectors."), "100", &C::dim, 1, 4096),
        make.number("layers", translatable("Layers L"), "", translatable("GRU layers, one after the other."), "1",
                    &C::layers, 1, 8),
        make.number("input_dropout", translatable("Input dropout"), "",
                    translatable("Share of values dropped from the item vectors as they are read."),
                    translatable("tuned per dataset"), &C::inputDropout, 0, 0.95),
        make.number("hidden_dropout", translatable("Hidden dropout"), "",
                    translatable(
                        "Share of values dropped from the states; the next item is read with the state after dropout."),
                    translatable("tuned per dataset"), &C::hiddenDropout, 0, 0.95),
        make.onOff("tied_output", translatable("Tied output"),
                   translatable("Scores use the input item vectors (constrained embedding); off: separate vectors."),
                   translatable("GRU4Rec+ on"), &C::tiedOutput),
        make.choice("reset_gate", translatable("Reset gate"),
                    translatable("after: on the product with the state, as in PyTorch's cell; before: on the state, as "
                                 "in the original."),
                    translatable("original code before, PyTorch port after"), &C::reset),
    };
}

std::vector<ConfigKey> ownLossKeys() {
    using C = Gru4RecConfig;
    const OwnKeys<C> make(translatable("Loss"));
    return {
        make.number("extra_negatives", translatable("Extra negatives"), translatable("per step"),
                    translatable("Items drawn for a whole step, in addition to the targets of the other sessions."),
                    translatable("GRU4Rec 0, GRU4Rec+ 2048"), &C::extraNegatives, 0, 100000),
        make.number(
            "popularity_power", translatable("Popularity power \u03b1"), "",
            translatable(
                "An extra negative is drawn by how often it occurs, raised to this power; 0: all equally likely."),
            translatable("GRU4Rec+ 0.5"), &C::popularityPower, 0, 2),
        onlyFor(hasLoss<LossKind::BprMax>,
                make.number("score_penalty", translatable("Score penalty"), "",
                            translatable("bpr_max only: pulls the negatives' scores to zero."),
                            translatable("bpreg: GRU4Rec+ 1"), &C::scorePenalty, 0, 100)),
        onlyFor(hasLoss<LossKind::BprMax>,
                make.number("elu", translatable("ELU"), "",
                            translatable("bpr_max only: alpha of ELU on the scores; 0 leaves them unchanged."),
                            translatable("GRU4Rec+ 0.5"), &C::elu, 0, 10)),
        onlyFor(hasLoss<LossKind::CrossEntropy>,
                make.number("log_q", translatable("log Q"), "",
                            translatable("ce only: how much of the logarithm of an item's chance to be a candidate is "
                                         "subtracted from its score in training."),
                            translatable("0; 1 in tuned examples"), &C::logQ, 0, 1)),
    };
}

std::vector<ConfigKey> stepKeys() {
    using C = Gru4RecConfig;
    const OwnKeys<C> make(translatable("Optimiser"));
    std::vector<ConfigKey> keys = learningRateKeys();
    for (ConfigKey& key : gradientKeys({.unit = translatable("sessions"),
                          .help = translatable("Users whose histories are read in parallel; each "
                                               "provides a negative for the others."),
                          .paper = translatable("GRU4Rec+ 64")})) {
        if (key.field.key == "batch_size") keys.insert(keys.begin(), std::move(key));
    }
    keys.push_back(make.number("momentum", translatable("Momentum"), "",
                               translatable("The momentum of Adagrad's updates."),
                               translatable("0; 0.4 in tuned examples"), &C::momentum, 0, 0.99));
    return keys;
}

}  // namespace

const ConfigSchema& gru4RecSchema() {
    static const ConfigSchema schema(
        joined({basicKeys(), modelKeys(),
                lossKeys({LossKind::Top1, LossKind::Bpr, LossKind::CrossEntropy, LossKind::BprMax, LossKind::Top1Max}),
                ownLossKeys(), stepKeys()}));
    return schema;
}

RankingLoss rankingLossOf(const RunConfig& config) {
    return {.kind = config.loss.kind, .scorePenalty = gru4RecOf(config).scorePenalty, .elu = gru4RecOf(config).elu};
}

GruShape gruShapeOf(const RunConfig& config) {
    const Gru4RecConfig& gru4rec = gru4RecOf(config);
    return {.inputs = gru4rec.dim, .units = gru4rec.dim, .reset = gru4rec.reset, .gate = Gate::Sigmoid};
}

}  // namespace recscope
