// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf_config.h"

#include "core/config/batch_unit.h"
#include "core/config/key_maker.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool isNeuMf(const RunConfig& config) {
    return ncfOf(config).scorer == NcfScorer::NeuMf;
}
bool isDot(const RunConfig& config) {
    return ncfOf(config).scorer == NcfScorer::Dot;
}

ConfigKey onlyFor(bool (*isRelevant)(const RunConfig&), ConfigKey key) {
    key.isRelevant = isRelevant;
    return key;
}

std::vector<ConfigKey> ownKeys() {
    using C = NcfConfig;
    const OwnKeys<C> model("Model"), loss("Loss");
    return {
        model.choice(
            "scorer", translatable("Scorer"),
            translatable("neumf: a product of vectors beside a network; dot: the product of two vectors and biases."),
            translatable("NCF neumf; Rendle et al. dot"), &C::scorer),
        model.number("dim", translatable("Width d"), "",
                     translatable("Dimension of the user and item vectors that are multiplied."),
                     translatable("NCF 8; Rendle et al. 16 to 192"), &C::dim, 1, 4096),
        onlyFor(isNeuMf, model.number("network_dim", translatable("Width in the network"), "",
                                      translatable("Dimension of the user and item vectors that the network reads."),
                                      "32", &C::mlpDim, 1, 1024)),
        onlyFor(isNeuMf,
                model.number("layers", translatable("Layers"), "",
                             translatable("Layers of the network: the first is as wide as one of the two vectors that "
                                          "it reads, each further layer is half as wide as the layer before."),
                             "3: 32, 16, 8", &C::layers, 1, 8)),
        onlyFor(
            isNeuMf,
            model.number("pretraining_epochs", translatable("Pretraining"), translatable("epochs"),
                         translatable("For this many epochs the product and the network are trained separately; then "
                                      "both are joined, and plain gradient descent trains the whole."),
                         translatable("NCF 0 or as many as each half needs alone"), &C::pretrainingEpochs, 0, 10'000)),
        model.number("start_deviation", translatable("Initial values"), "",
                     translatable("Standard deviation of the normal distribution that the vectors are drawn from."),
                     translatable("NCF 0.01; Rendle et al. 0.1"), &C::startDeviation, 1e-6, 10),
        loss.number("negatives", translatable("Negatives"), translatable("per interaction"),
                    translatable("Items drawn uniformly that the user does not have."),
                    translatable("NCF 4; Rendle et al. 8"), &C::negatives, 1, 1000),
        onlyFor(isDot, loss.number("decay", translatable("Decay"), "",
                                   translatable("How strongly vectors and biases are pulled towards zero."),
                                   translatable("Rendle et al. 0.005"), &C::decay, 0, 10)),
    };
}

/// The optimizer's keys. For `dot`, which trains sample by sample, only the learning rate and its schedule have an
/// effect.
std::vector<ConfigKey> stepKeys() {
    std::vector<ConfigKey> keys =
        gradientKeys({.unit = translatable("interactions"),
                      .help = translatable("Interactions per optimiser step, each with its negatives."),
                      .paper = "256"});
    for (ConfigKey& key : keys) {
        const std::string& name = key.field.key;
        if (name != "learning_rate" && name != "warmup_steps" && name != "schedule") key.isRelevant = isNeuMf;
    }
    return keys;
}

}  // namespace

std::vector<std::int64_t> widthsOf(const NcfConfig& config) {
    std::vector<std::int64_t> widths = {2 * config.mlpDim};
    for (std::int64_t layer = 0; layer < config.layers; ++layer) widths.push_back(widths.back() / 2);
    return widths;
}

const ConfigSchema& ncfSchema() {
    static const ConfigSchema schema(joined({basicKeys(), ownKeys(), stepKeys()}));
    return schema;
}

void checkNcf(const RunConfig& config) {
    if (isNeuMf(config) && widthsOf(ncfOf(config)).back() < 1)
        throw Error(
            ErrorKind::Usage, translated("The network's input is too narrow for so many layers."),
            translated("Each layer is half as wide as the one before: choose fewer layers or a larger network_dim."));
    if (ncfOf(config).pretrainingEpochs > config.training.epochs)
        throw Error(ErrorKind::Usage, translated("The run would end before its pretraining does."),
                    translated("Choose more epochs, or fewer pretraining_epochs."));
    if (ncfOf(config).pretrainingEpochs > 0 && config.training.retrainWithValidation)
        throw Error(ErrorKind::Usage, translated("A pretrained NCF cannot be trained again with the validation items."),
                    translated("Its second training would leave the pretraining out. Choose pretraining_epochs = 0 or "
                               "retrain_with_validation = off."));
}

}  // namespace recscope
