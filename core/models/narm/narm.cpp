// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/narm/narm.h"

#include <cmath>

#include "core/kernels/product.h"
#include "core/models/minibatch/prefix_task.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/models/narm/narm_config.h"
#include "core/models/narm/narm_net.h"
#include "core/recommender/query_reading.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities narmCapabilities(const RunConfig& config) {
    return {
        .attention = AttentionKind::LastOnly,
        .attentionWeights = narmOf(config).attentionSoftmax ? AttentionWeights::Softmax : AttentionWeights::Pointwise,
        .maxLength = narmOf(config).maxLength,
        .needsHistory = true,
        .readsOrder = true,
        .hasItemVectors = true};
}

/// Estimates the multiplications of a training step, with an average of kItems history items per sample in the GRU and
/// a score for every item. The factor 3 accounts for the backward pass.
double multiplicationsOf(const RunConfig& config, std::int32_t itemCount) {
    constexpr double kItems = 4;
    const NarmConfig& narm = narmOf(config);
    const auto B = static_cast<double>(config.training.batchSize), d = static_cast<double>(narm.dim),
               H = static_cast<double>(narm.units);
    return 3 * B * (kItems * 3 * H * (d + H) + d * static_cast<double>(itemCount));
}

}  // namespace

Narm::Narm(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : HostRecommender(config, shape) {
    const std::int64_t d = narmOf(config).dim, H = narmOf(config).units;
    setItemTable(m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), d}), d);
    m_tensors.add("gru.layers.0.input.weight", {3 * H, d});
    m_tensors.add("gru.layers.0.input.bias", {3 * H});
    m_tensors.add("gru.layers.0.hidden.weight", {3 * H, H});
    m_tensors.add("attention.state.weight", {H, H});
    m_tensors.add("attention.last.weight", {H, H});
    m_tensors.add("attention.vector", {H});
    m_tensors.add("output.projection.weight", {d, 2 * H});
    if (initialWeights == InitialWeights::Random) drawWeights();
}

/// Draws the weights as the official code does: normal with standard deviation sqrt(2 / rows). That code stores each
/// matrix transposed, so its row count is the number of columns here.
void Narm::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    const std::int64_t d = narmOf(m_config).dim, H = narmOf(m_config).units;
    Random random({m_config.training.seed, kInitialWeightsStream});
    const auto deviation = [](std::int64_t rows) { return std::sqrt(2.0 / static_cast<double>(rows)); };
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        float* const values = entry.values.data();
        const auto count = static_cast<std::int64_t>(entry.values.size());
        if (values == m_items.data) {  // PAD and MASK stay zero
            drawNormal(values + kFirstItemToken * d, m_shape.itemCount * d, deviation(m_shape.itemCount), random);
        } else if (entry.name.ends_with("hidden.weight")) {
            for (int gate = 0; gate < 3; ++gate) drawOrthogonal(values + gate * H * H, H, random);
        } else if (entry.name.ends_with("attention.vector")) {
            drawNormal(values, count, deviation(1), random);
        } else if (entry.name.ends_with("projection.weight")) {
            drawNormal(values, count, deviation(d), random);  // this one matrix has d rows in the official code
        } else if (entry.shape.size() > 1) {
            drawNormal(values, count, deviation(entry.shape[1]), random);
        }
    }
}

Capabilities Narm::capabilities() const {
    return narmCapabilities(m_config);
}

std::unique_ptr<Recommender> Narm::copy() const {
    auto other = std::make_unique<Narm>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

void Narm::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const NarmConfig& narm = narmOf(m_config);
    computeScores(
        queries,
        [&](std::span<const Query> group, kernels::Arena& arena) {
            PackedHistories histories;
            for (const Query& query : group) histories.add(query.history, narm.maxLength);
            kernels::Tape tape(arena, /*recordsGradients=*/false);
            return NarmNet(narm, parametersOf(m_tensors)).states(tape, histories, /*dropoutSeed=*/0).value;
        },
        sink, stop);
}

std::vector<float> Narm::partsFor(const Query& query, Token /*candidate*/) {
    const NarmConfig& narm = narmOf(m_config);
    const kernels::OneThreadProducts oneThread;
    kernels::Arena arena;
    PackedHistories histories;
    histories.add(query.history, narm.maxLength);
    kernels::Tape tape(arena, /*recordsGradients=*/false);
    std::vector<float> alphas;
    NarmNet(narm, parametersOf(m_tensors)).states(tape, histories, /*dropoutSeed=*/0, &alphas);
    return atPositions(query.history, narm.maxLength, alphas);
}

std::unique_ptr<TrainingModule> Narm::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    const double multiplications = multiplicationsOf(config, shape().itemCount);
    return std::make_unique<MinibatchTrainingModule>(
        tensors(), config, multiplications, [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
            return std::make_unique<PrefixTask<NarmNet>>(narmOf(config), narmOf(config).maxLength, step);
        });
}

ModelEntry narmEntry() {
    ModelEntry entry;
    entry.info = {
        "narm", "NARM",
        translatable("Reads a history item by item, and weighs what it read by attention from the last state."),
        translatable("Li et al., Neural Attentive Session-based Recommendation, CIKM 2017")};
    entry.config = narmConfig();
    entry.presets = narmPresets;
    entry.paperPreset = [](bool) { return "narm"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = narmCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Narm>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
