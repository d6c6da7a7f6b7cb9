// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/caser/caser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/models/caser/caser_config.h"
#include "core/models/caser/caser_net.h"
#include "core/models/caser/caser_task.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/models/minibatch/user_rows.h"
#include "core/recommender/query_reading.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities caserCapabilities(const RunConfig& config) {
    return {.maxLength = caserOf(config).window,
            .readsUser = true,
            .refitsUser = true,
            .unknownUser = UnknownUser::MeanUser,
            .readsOrder = true,
            .hasItemVectors = true};
}

/// Estimates the multiplications of a training step from those of the horizontal filters and the dense layer. The
/// factor 3 accounts for the backward pass.
double multiplicationsOf(const RunConfig& config) {
    const CaserConfig& caser = caserOf(config);
    double perSample = static_cast<double>(caser.dim * caser.dim * caser.verticalFilters);
    for (std::int64_t size = 1; size <= caser.window; ++size)
        perSample += static_cast<double>((caser.window - size + 2) * size * caser.dim * caser.horizontalFilters);
    return 3 * perSample * static_cast<double>(config.training.batchSize);
}

}  // namespace

Caser::Caser(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : HostRecommender(config, shape) {
    const CaserConfig& caser = caserOf(config);
    const std::int64_t d = caser.dim, L = caser.window, width = vocabularySize(shape.itemCount);
    addUserVectors(d);
    m_inputs = m_tensors.add("item_embedding.weight", {width, d});
    m_tensors.add("convolution.vertical.weight", {caser.verticalFilters, L});
    m_tensors.add("convolution.vertical.bias", {caser.verticalFilters});
    for (std::int64_t size = 1; size <= L; ++size) {
        m_tensors.add(fmt::format("convolution.horizontal.{}.weight", size), {caser.horizontalFilters, size, d});
        m_tensors.add(fmt::format("convolution.horizontal.{}.bias", size), {caser.horizontalFilters});
    }
    m_tensors.add("dense.weight", {d, caser.verticalFilters * d + L * caser.horizontalFilters});
    m_tensors.add("dense.bias", {d});
    float* const outputs = m_tensors.add("output_embedding.weight", {width, 2 * d});
    setItemTable(outputs, 2 * d, m_tensors.add("output.bias", {width}));
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Caser::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    const std::int64_t d = caserOf(m_config).dim, V = m_shape.itemCount;
    Random random({m_config.training.seed, kInitialWeightsStream});
    drawNormal(m_users.row(1), m_shape.userCount * d, 1.0 / static_cast<double>(d), random);
    drawNormal(m_inputs + kFirstItemToken * d, V * d, 1.0 / static_cast<double>(d), random);
    drawNormal(m_items.row(kFirstItemToken), V * 2 * d, 0.5 / static_cast<double>(d), random);
    double limit = 0;  // a weight and its bias, the next entry, are drawn from U(-limit, limit)
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        if (!entry.name.starts_with("convolution.") && !entry.name.starts_with("dense.")) continue;
        const auto count = static_cast<std::int64_t>(entry.values.size());
        if (entry.name.ends_with(".weight"))
            limit = 1 / std::sqrt(static_cast<double>(count) / static_cast<double>(entry.shape.front()));
        drawUniform(entry.values.data(), count, limit, random);
    }
    averageUsers();
}

Capabilities Caser::capabilities() const {
    return caserCapabilities(m_config);
}

std::unique_ptr<Recommender> Caser::copy() const {
    auto other = std::make_unique<Caser>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

void Caser::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const CaserConfig& caser = caserOf(m_config);
    computeScores(
        queries,
        [&](std::span<const Query> group, kernels::Arena& arena) {
            CaserInputs inputs;
            for (const Query& query : group)
                inputs.add(CaserSamples::windowOf(query.history, caser.window), userRow(query));
            kernels::Tape tape(arena, /*recordsGradients=*/false);
            return CaserNet(caser, parametersOf(m_tensors)).states(tape, inputs, /*dropoutSeed=*/0).value;
        },
        sink, stop);
}

std::unique_ptr<TrainingModule> Caser::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<MinibatchTrainingModule>(tensors(), config, multiplicationsOf(config),
                                                     [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
                                                         return std::make_unique<CaserTask>(*this, config, step);
                                                     });
}

ModelEntry caserEntry() {
    ModelEntry entry;
    entry.info = {
        "caser", "Caser",
        translatable("Finds patterns in the newest items with convolution filters, and also uses the user."),
        translatable("Tang & Wang, Personalized Top-N Sequential Recommendation via Convolutional Sequence Embedding, "
                     "WSDM 2018")};
    entry.config = caserConfig();
    entry.presets = caserPresets;
    entry.paperPreset = [](bool) { return "caser"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = caserCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Caser>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
