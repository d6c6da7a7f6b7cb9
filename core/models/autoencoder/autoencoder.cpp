// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/autoencoder/autoencoder.h"

#include <algorithm>
#include <cmath>

#include "core/models/autoencoder/autoencoder_net.h"
#include "core/models/autoencoder/autoencoder_task.h"
#include "core/models/autoencoder/rbm_task.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities autoencoderCapabilities(const RunConfig& config) {
    const bool hasUsers = hasUserVectors(config);
    return {.readsUser = hasUsers,
            .refitsUser = hasUsers,
            .unknownUser = hasUsers ? UnknownUser::MeanUser : UnknownUser::NotNeeded,
            .hasItemVectors = true};
}

/// Estimates the multiplications of a training step for users with kItems items on average. The factor 3 accounts for
/// the backward pass and for Adam's moments.
double multiplicationsOf(const RunConfig& config, const ModelShape& shape) {
    constexpr std::int64_t kItems = 50;
    const AutoencoderConfig& own = autoencoderOf(config);
    const bool hasUsers = hasUserVectors(config);
    const std::int64_t scores = hasUsers ? kItems * (1 + own.negatives) : shape.itemCount;
    const std::int64_t rows = 2 * shape.itemCount + (hasUsers ? shape.userCount : 0);  // updated in each step
    return 3 * static_cast<double>(own.dim * (config.training.batchSize * (kItems + scores) + rows));
}

/// The distinct items of a history, ascending.
std::vector<Token> setOf(std::span<const Token> history) {
    std::vector<Token> items(history.begin(), history.end());
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    std::erase(items, kPadToken);  // PAD marks a hidden position
    return items;
}

ModelEntry entryOf(ModelInfo info, RunConfig (*config)(), std::vector<Preset> (*presets)(bool, const DatasetInfo&),
                   const char* paperPreset) {
    ModelEntry entry;
    entry.info = std::move(info);
    entry.config = config();
    entry.presets = presets;
    entry.paperPreset = [paperPreset](bool) { return paperPreset; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = autoencoderCapabilities;
    entry.lossUnit = [](const RunConfig& of) {
        return hasUserVectors(of) ? LossUnit::Nats : LossUnit::SquaredError;  // CDAE: binary cross-entropy
    };
    entry.make = [](const RunConfig& of, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Autoencoder>(of, shape, initialWeights);
    };
    return entry;
}

}  // namespace

Autoencoder::Autoencoder(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : HostRecommender(config, shape) {
    const std::int64_t d = autoencoderOf(config).dim, width = vocabularySize(shape.itemCount);
    if (recscope::hasUserVectors(config)) addUserVectors(d);
    float* decoder = m_tensors.add("encoder.weight", {width, d});
    m_tensors.add("encoder.bias", {d});
    if (!isRbm(config)) decoder = m_tensors.add("decoder.weight", {width, d});
    setItemTable(decoder, d, m_tensors.add("decoder.bias", {width}));
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Autoencoder::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    const std::int64_t d = autoencoderOf(m_config).dim;
    Random random({m_config.training.seed, kInitialWeightsStream});
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        if (!entry.name.ends_with(".weight")) continue;
        // Rows 1 … count belong to users or items; row 0 is the unknown user or PAD, the last row of items is MASK.
        const std::int64_t count = entry.values.data() == m_users.values ? m_shape.userCount : m_shape.itemCount;
        const double deviation = isRbm(m_config) ? 0.01 : std::sqrt(2.0 / static_cast<double>(count + d));
        drawNormal(entry.values.data() + d, count * d, deviation, random);
    }
    averageUsers();
}

void Autoencoder::setVisibleBiases(std::span<const std::int64_t> usersOfItem, std::int64_t userCount) {
    const std::span<float> biases(m_itemBias + kFirstItemToken, static_cast<std::size_t>(m_shape.itemCount));
    if (std::any_of(biases.begin(), biases.end(), [](float bias) { return bias != 0; })) return;
    for (std::size_t i = 0; i < biases.size(); ++i) {
        const std::int64_t users = usersOfItem[i + static_cast<std::size_t>(kFirstItemToken)];
        // One user more with the item and one without, so that the logarithm is finite.
        biases[i] =
            static_cast<float>(std::log(static_cast<double>(users + 1) / static_cast<double>(userCount - users + 1)));
    }
}

Capabilities Autoencoder::capabilities() const {
    return autoencoderCapabilities(m_config);
}

std::unique_ptr<Recommender> Autoencoder::copy() const {
    auto other = std::make_unique<Autoencoder>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

void Autoencoder::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    computeScores(
        queries,
        [&](std::span<const Query> group, kernels::Arena& arena) {
            Random unused({0});
            AutoencoderInputs inputs;
            for (const Query& query : group) inputs.add(setOf(query.history), userRow(query), /*dropout=*/0, unused);
            kernels::Tape tape(arena, /*recordsGradients=*/false);
            return AutoencoderNet(parametersOf(m_tensors)).states(tape, inputs).value;
        },
        sink, stop);
}

std::unique_ptr<TrainingModule> Autoencoder::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<MinibatchTrainingModule>(tensors(), config, multiplicationsOf(config, shape()),
                                                     [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
                                                         if (isRbm(config))
                                                             return std::make_unique<RbmTask>(*this, config, step);
                                                         return std::make_unique<AutoencoderTask>(*this, config, step);
                                                     });
}

ModelEntry autoRecEntry() {
    return entryOf({"autorec", "AutoRec",
                    translatable("An autoencoder: reconstructs the set of a user's items from a hidden layer."),
                    translatable("Sedhain et al., AutoRec: Autoencoders Meet Collaborative Filtering, WWW 2015")},
                   autoRecConfig, autoRecPresets, "autorec");
}

ModelEntry cdaeEntry() {
    return entryOf({"cdae", "CDAE",
                    translatable("A denoising autoencoder of the set of a user's items, with a vector for each user."),
                    translatable("Wu et al., Collaborative Denoising Auto-Encoders for Top-N Recommender Systems, "
                                 "WSDM 2016")},
                   cdaeConfig, cdaePresets, "cdae");
}

ModelEntry rbmEntry() {
    return entryOf(
        {"rbm", "RBM",
         translatable("A restricted Boltzmann machine of the set of a user's items, with sampled hidden units."),
         translatable("Salakhutdinov, Mnih & Hinton, Restricted Boltzmann Machines for Collaborative "
                      "Filtering, ICML 2007")},
        rbmConfig, rbmPresets, "rbm");
}

}  // namespace recscope
