// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/stamp/stamp.h"

#include "core/kernels/product.h"
#include "core/models/minibatch/prefix_task.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/models/stamp/stamp_config.h"
#include "core/models/stamp/stamp_net.h"
#include "core/recommender/query_reading.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities stampCapabilities(const RunConfig& config) {
    return {.attention = AttentionKind::LastOnly,
            .attentionWeights = AttentionWeights::Pointwise,
            .maxLength = stampOf(config).maxLength,
            .needsHistory = true,
            .readsOrder = true,
            .hasItemVectors = true};
}

/// Estimates the multiplications of a training step. Each sample is counted as five products with (d, d) matrices, as
/// if its history had a single item, plus the scores of all items. The factor 3 accounts for the backward pass.
double multiplicationsOf(const RunConfig& config, std::int32_t itemCount) {
    const auto B = static_cast<double>(config.training.batchSize), d = static_cast<double>(stampOf(config).dim);
    return 3 * B * d * (5 * d + static_cast<double>(itemCount));
}

}  // namespace

Stamp::Stamp(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : HostRecommender(config, shape) {
    const StampConfig& stamp = stampOf(config);
    const std::int64_t d = stamp.dim;
    setItemTable(m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), d}), d);
    for (const char* const name :
         {"attention.item.weight", "attention.last.weight", "attention.mean.weight", "session.weight", "last.weight"})
        m_tensors.add(name, {d, d});
    m_tensors.add("attention.vector", {d});
    if (stamp.biases) {
        for (const char* const name : {"attention.bias", "session.bias", "last.bias"}) m_tensors.add(name, {d});
    }
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Stamp::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    constexpr double kItemDeviation = 0.002, kDeviation = 0.05;  // official code: emb_stddev, stddev
    const std::int64_t d = stampOf(m_config).dim;
    Random random({m_config.training.seed, kInitialWeightsStream});
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        if (entry.values.data() == m_items.data)  // PAD and MASK stay zero
            drawNormal(m_items.row(kFirstItemToken), m_shape.itemCount * d, kItemDeviation, random);
        else if (!entry.name.ends_with(".bias"))
            drawNormal(entry.values.data(), static_cast<std::int64_t>(entry.values.size()), kDeviation, random);
    }
}

Capabilities Stamp::capabilities() const {
    return stampCapabilities(m_config);
}

std::unique_ptr<Recommender> Stamp::copy() const {
    auto other = std::make_unique<Stamp>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

void Stamp::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const StampConfig& stamp = stampOf(m_config);
    computeScores(
        queries,
        [&](std::span<const Query> group, kernels::Arena& arena) {
            PackedHistories histories;
            for (const Query& query : group) histories.add(query.history, stamp.maxLength);
            kernels::Tape tape(arena, /*recordsGradients=*/false);
            return StampNet(stamp, parametersOf(m_tensors)).states(tape, histories).value;
        },
        sink, stop);
}

std::vector<float> Stamp::partsFor(const Query& query, Token /*candidate*/) {
    const StampConfig& stamp = stampOf(m_config);
    const kernels::OneThreadProducts oneThread;
    kernels::Arena arena;
    PackedHistories histories;
    histories.add(query.history, stamp.maxLength);
    kernels::Tape tape(arena, /*recordsGradients=*/false);
    std::vector<float> alphas;
    StampNet(stamp, parametersOf(m_tensors)).states(tape, histories, /*dropoutSeed=*/0, &alphas);
    return atPositions(query.history, stamp.maxLength, alphas);
}

std::unique_ptr<TrainingModule> Stamp::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    const double multiplications = multiplicationsOf(config, shape().itemCount);
    return std::make_unique<MinibatchTrainingModule>(
        tensors(), config, multiplications, [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
            return std::make_unique<PrefixTask<StampNet>>(stampOf(config), stampOf(config).maxLength, step);
        });
}

ModelEntry stampEntry() {
    ModelEntry entry;
    entry.info = {
        "stamp", "STAMP",
        translatable(
            "Weighs a history by attention from its last item and its mean, and combines it with the last item."),
        translatable("Liu et al., STAMP: Short-Term Attention/Memory Priority Model for Session-based Recommendation, "
                     "KDD 2018")};
    entry.config = stampConfig();
    entry.presets = stampPresets;
    entry.paperPreset = [](bool) { return "stamp"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = stampCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Stamp>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
