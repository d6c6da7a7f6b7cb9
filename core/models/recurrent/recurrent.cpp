// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/recurrent/recurrent.h"

#include <algorithm>
#include <cmath>

#include "core/models/minibatch/random_tensors.h"
#include "core/models/recurrent/recurrent_net.h"
#include "core/models/recurrent/recurrent_task.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities recurrentCapabilities(const RunConfig& config) {
    const bool hasUsers = readsUsers(config);
    return {.maxLength = recurrentOf(config).maxLength,
            .needsHistory = true,
            .readsUser = hasUsers,
            .refitsUser = hasUsers,
            .unknownUser = hasUsers ? UnknownUser::MeanUser : UnknownUser::NotNeeded,
            .readsOrder = true,
            .hasItemVectors = true};
}

/// The sizes of the layer: G rows of its matrices, D inputs.
struct LayerSizes {
    std::int64_t rows, inputs;
};

LayerSizes layerSizesOf(const RunConfig& config) {
    const std::int64_t d = recurrentOf(config).dim;
    if (layerOf(config) == RecurrentLayer::Simple) return {d, d};
    return layerOf(config) == RecurrentLayer::Lstm ? LayerSizes{4 * d, d} : LayerSizes{3 * d, 2 * d};
}

/// Estimates the multiplications of a training step for windows of kItems items. The factor 3 accounts for the backward
/// pass and for Adam's moments.
double recurrentMultiplications(const RunConfig& config, const ModelShape& shape) {
    constexpr std::int64_t kItems = 20;
    const RecurrentConfig& own = recurrentOf(config);
    const auto [G, D] = layerSizesOf(config);
    const std::int64_t scores = config.loss.kind == LossKind::CrossEntropy ? shape.itemCount : 1 + own.negatives;
    const std::int64_t rows = shape.itemCount + (readsUsers(config) ? shape.userCount : 0);  // updated in each step
    return 3 * static_cast<double>(config.training.batchSize * kItems * (G * (D + own.dim) + own.dim * scores) +
                                   own.dim * rows);
}

ModelEntry recurrentEntry(ModelInfo info, RunConfig (*config)(),
                          std::vector<Preset> (*presets)(bool, const DatasetInfo&), const char* paperPreset) {
    ModelEntry entry;
    entry.info = std::move(info);
    entry.config = config();
    entry.presets = presets;
    entry.paperPreset = [paperPreset](bool) { return paperPreset; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = recurrentCapabilities;
    entry.make = [](const RunConfig& of, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Recurrent>(of, shape, initialWeights);
    };
    return entry;
}

}  // namespace

Recurrent::Recurrent(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : HostRecommender(config, shape) {
    const std::int64_t d = recurrentOf(config).dim, width = vocabularySize(shape.itemCount);
    const auto [G, D] = layerSizesOf(config);
    float* const items = m_tensors.add("item_embedding.weight", {width, d});
    setItemTable(items, d, hasItemBiases(config) ? m_tensors.add("output.bias", {width}) : nullptr);
    if (readsUsers(config)) addUserVectors(d);
    m_tensors.add("rnn.input.weight", {G, D});
    m_tensors.add("rnn.hidden.weight", {G, d});
    if (layerOf(config) != RecurrentLayer::Simple) m_tensors.add("rnn.input.bias", {G});
    if (layerOf(config) == RecurrentLayer::UserGru) m_tensors.add("rnn.hidden.bias", {G});
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Recurrent::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    const std::int64_t d = recurrentOf(m_config).dim;
    Random random({m_config.training.seed, kInitialWeightsStream});
    const auto draw = [&](float* values, std::int64_t count, std::int64_t rowsAndColumns) {
        drawUniform(values, count, std::sqrt(6.0 / static_cast<double>(rowsAndColumns)), random);
    };
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        float* const values = entry.values.data();
        if (layerOf(m_config) == RecurrentLayer::Lstm && entry.name == "rnn.input.bias")
            std::fill_n(values + d, d, 1.0F);  // the forget gate
        if (!entry.name.ends_with("weight")) continue;
        if (values == m_items.data || values == m_users.values) {
            // Rows 1 … count belong to items or users; row 0 is PAD or the unknown user, the last row of items is MASK.
            const std::int64_t count = values == m_items.data ? m_shape.itemCount : m_shape.userCount;
            draw(values + d, count * d, count + d);
        } else {
            draw(values, static_cast<std::int64_t>(entry.values.size()), d + entry.shape[1]);
        }
    }
    averageUsers();
}

Capabilities Recurrent::capabilities() const {
    return recurrentCapabilities(m_config);
}

std::unique_ptr<Recommender> Recurrent::copy() const {
    auto other = std::make_unique<Recurrent>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

void Recurrent::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const RecurrentConfig& own = recurrentOf(m_config);
    computeScores(
        queries,
        [&](std::span<const Query> group, kernels::Arena& arena) {
            PackedHistories histories;
            std::vector<std::int32_t> userRows;
            for (const Query& query : group) {
                histories.add(query.history, own.maxLength);
                if (hasUserVectors()) userRows.push_back(userRow(query));
            }
            kernels::Tape tape(arena, /*recordsGradients=*/false);
            return RecurrentNet(m_config, parametersOf(m_tensors)).newestStates(tape, histories, userRows).value;
        },
        sink, stop);
}

std::unique_ptr<TrainingModule> Recurrent::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<MinibatchTrainingModule>(tensors(), config, recurrentMultiplications(config, shape()),
                                                     [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
                                                         return std::make_unique<RecurrentTask>(*this, config, step);
                                                     });
}

ModelEntry dreamEntry() {
    return recurrentEntry(
        {"dream", "DREAM", translatable("Reads the history item by item into a state with a simple recurrent layer."),
         translatable("Yu et al., A Dynamic Recurrent Model for Next Basket Recommendation, SIGIR 2016")},
        dreamConfig, dreamPresets, "dream");
}

ModelEntry userGruEntry() {
    return recurrentEntry(
        {"user_gru", "User-based GRU",
         translatable("Reads the history item by item into a state, with gates that also read the user."),
         translatable("Donkers et al., Sequential User-based Recurrent Neural Network Recommendations, "
                      "RecSys 2017")},
        userGruConfig, userGruPresets, "user-gru");
}

ModelEntry lstmEntry() {
    return recurrentEntry(
        {"lstm", "LSTM", translatable("Reads the history item by item into a state with an LSTM layer."),
         translatable("Hochreiter & Schmidhuber, Long Short-Term Memory, Neural Computation 1997; as in "
                      "GRU4Rec (Hidasi et al., ICLR 2016)")},
        lstmConfig, lstmPresets, "lstm");
}

}  // namespace recscope
