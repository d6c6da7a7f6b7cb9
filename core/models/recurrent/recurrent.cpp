// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/recurrent/recurrent.h"

#include <cmath>

#include "core/models/minibatch/random_tensors.h"
#include "core/models/recurrent/recurrent_net.h"
#include "core/models/recurrent/recurrent_task.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities recurrentCapabilities(const RunConfig& config) {
    return {
        .maxLength = recurrentOf(config).maxLength, .needsHistory = true, .readsOrder = true, .hasItemVectors = true};
}

/// Estimates the multiplications of a training step for windows of kItems items. The factor 3 accounts for the backward
/// pass.
double recurrentMultiplications(const RunConfig& config, const ModelShape& shape) {
    constexpr std::int64_t kItems = 20;
    const RecurrentConfig& own = recurrentOf(config);
    const std::int64_t scores = config.loss.kind == LossKind::CrossEntropy ? shape.itemCount : 1 + own.negatives;
    return 3 * static_cast<double>(config.training.batchSize * kItems * own.dim * (2 * own.dim + scores));
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
    const std::int64_t d = recurrentOf(config).dim;
    m_items = m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), d});
    m_tensors.add("rnn.input.weight", {d, d});
    m_tensors.add("rnn.hidden.weight", {d, d});
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Recurrent::drawWeights() {
    constexpr std::uint64_t kStartStream = 0x1417;
    const std::int64_t d = recurrentOf(m_config).dim;
    Random random({m_config.training.seed, kStartStream});
    const auto limit = [d](std::int64_t rows) { return std::sqrt(6.0 / static_cast<double>(rows + d)); };
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        if (!entry.name.ends_with("weight")) continue;
        const auto count = static_cast<std::int64_t>(entry.values.size());
        if (entry.name.starts_with("item"))  // PAD and MASK stay zero
            drawUniform(m_items + kFirstItemToken * d, m_shape.itemCount * d, limit(m_shape.itemCount), random);
        else
            drawUniform(entry.values.data(), count, limit(d), random);
    }
}

Capabilities Recurrent::capabilities() const {
    return recurrentCapabilities(m_config);
}

std::unique_ptr<Recommender> Recurrent::copy() const {
    auto other = std::make_unique<Recurrent>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

std::vector<float> Recurrent::itemVectors() const {
    return rowsOfItems(m_items, recurrentOf(m_config).dim);
}

void Recurrent::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const RecurrentConfig& own = recurrentOf(m_config);
    m_scores.computeScores(
        queries,
        [&](std::span<const Query> group, kernels::Arena& arena) {
            PackedHistories histories;
            for (const Query& query : group) histories.add(query.history, own.maxLength);
            kernels::Tape tape(arena, /*recordsGradients=*/false);
            return RecurrentNet(m_config, parametersOf(m_tensors)).newestStates(tape, histories).value;
        },
        {m_items, vocabularySize(m_shape.itemCount), own.dim}, /*bias=*/nullptr, sink, stop);
}

std::unique_ptr<TrainingModule> Recurrent::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<MinibatchTrainingModule>(tensors(), config, recurrentMultiplications(config, shape()),
                                                     [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
                                                         return std::make_unique<RecurrentTask>(config, step);
                                                     });
}

ModelEntry dreamEntry() {
    return recurrentEntry(
        {"dream", "DREAM", translatable("Reads the history item by item into a state with a simple recurrent layer."),
         translatable("Yu et al., A Dynamic Recurrent Model for Next Basket Recommendation, SIGIR 2016")},
        dreamConfig, dreamPresets, "dream");
}

}  // namespace recscope
