// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/kernels/loops.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/models/minibatch/user_rows.h"
#include "core/models/ncf/dot_training_module.h"
#include "core/models/ncf/ncf_config.h"
#include "core/models/ncf/ncf_net.h"
#include "core/models/ncf/ncf_task.h"
#include "core/recommender/query_reading.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool isNeuMf(const RunConfig& config) {
    return ncfOf(config).scorer == NcfScorer::NeuMf;
}

Capabilities ncfCapabilities(const RunConfig& config) {
    return {.readsUser = true,
            .refitsUser = true,
            .unknownUser = UnknownUser::Popularity,
            .readsHistory = false,
            .hasItemVectors = !isNeuMf(config)};
}

/// Estimates the multiplications of a training step by those of the MLP. The factor 3 accounts for the backward pass.
double multiplicationsOf(const RunConfig& config) {
    const std::vector<std::int64_t> widths = widthsOf(ncfOf(config));
    double perSample = 0;
    for (std::size_t i = 1; i < widths.size(); ++i) perSample += static_cast<double>(widths[i - 1] * widths[i]);
    return 3 * perSample * static_cast<double>(config.training.batchSize);
}

}  // namespace

Ncf::Ncf(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : m_config(config), m_shape(shape), m_counts(m_counted, shape.itemCount) {
    const NcfConfig& ncf = ncfOf(config);
    const std::int64_t users = shape.userCount + 1, items = vocabularySize(shape.itemCount);
    m_users = m_tensors.add("gmf.user_embedding.weight", {users, ncf.dim});
    m_items = m_tensors.add("gmf.item_embedding.weight", {items, ncf.dim});
    if (isNeuMf(config)) {
        m_tensors.add("mlp.user_embedding.weight", {users, ncf.mlpDim});
        m_tensors.add("mlp.item_embedding.weight", {items, ncf.mlpDim});
        const std::vector<std::int64_t> widths = widthsOf(ncf);
        for (std::size_t i = 1; i < widths.size(); ++i) {
            m_tensors.add(fmt::format("mlp.layers.{}.weight", i - 1), {widths[i], widths[i - 1]});
            m_tensors.add(fmt::format("mlp.layers.{}.bias", i - 1), {widths[i]});
        }
        m_output = m_tensors.add("output.weight", {1, ncf.dim + widths.back()});
    } else {
        m_userBias = m_tensors.add("user_bias", {users});
        m_itemBias = m_tensors.add("item_bias", {items});
    }
    m_bias = m_tensors.add("output.bias", {1});
    if (isNeuMf(config) && ncf.pretrainingEpochs > 0) {
        const std::int64_t last = widthsOf(ncf).back();
        m_halves = {.product = m_tensors.add("gmf.output.weight", {1, ncf.dim}),
                    .productBias = m_tensors.add("gmf.output.bias", {1}),
                    .mlp = m_tensors.add("mlp.output.weight", {1, last}),
                    .mlpBias = m_tensors.add("mlp.output.bias", {1})};
    }
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Ncf::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    Random random({m_config.training.seed, kInitialWeightsStream});
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        if (entry.shape.size() < 2) continue;
        const std::int64_t rows = entry.shape[0], columns = entry.shape[1];
        float* const values = entry.values.data();
        if (entry.name.ends_with("user_embedding.weight")) {
            drawNormal(values + columns, m_shape.userCount * columns, ncfOf(m_config).startDeviation, random);
        } else if (entry.name.ends_with("item_embedding.weight")) {  // PAD and MASK stay zero
            drawNormal(values + kFirstItemToken * columns, m_shape.itemCount * columns, ncfOf(m_config).startDeviation,
                       random);
        } else {
            const double inputs = static_cast<double>(columns), units = static_cast<double>(rows);
            // LeCun's range for output layers; Glorot's for the others.
            const bool isOutput = entry.name.ends_with("output.weight");
            drawUniform(values, rows * columns, isOutput ? std::sqrt(3 / inputs) : std::sqrt(6 / (inputs + units)),
                        random);
        }
    }
    if (m_halves.product) joinHalves();
}

void Ncf::joinHalves() {
    const std::int64_t d = ncfOf(m_config).dim, last = widthsOf(ncfOf(m_config)).back();
    kernels::scale(m_halves.product, m_output, d, 0.5F);
    kernels::scale(m_halves.mlp, m_output + d, last, 0.5F);
    m_bias[0] = (*m_halves.productBias + *m_halves.mlpBias) / 2;
}

Capabilities Ncf::capabilities() const {
    return ncfCapabilities(m_config);
}

std::int64_t Ncf::maxItemsPerCall() const {
    constexpr std::int64_t kScores = 1 << 28, kMinItems = 1 << 10;
    return std::max(kMinItems, kScores / vocabularySize(m_shape.itemCount));
}

std::unique_ptr<Recommender> Ncf::copy() const {
    auto other = std::make_unique<Ncf>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

void Ncf::putWeights(SafeTensors& to) const {
    m_tensors.copyTo(to);
    m_counted.copyTo(to);
}

void Ncf::setWeights(const SafeTensors& weights) {
    m_tensors.copyFrom(weights);
    m_counted.copyFrom(weights);
}

Ncf::Pair Ncf::pair(std::int32_t user, Token item) {
    const std::int64_t d = ncfOf(m_config).dim, row = user + 1;
    return {.user = m_users + row * d,
            .item = m_items + item * d,
            .userBias = m_userBias + row,
            .itemBias = m_itemBias + item,
            .bias = m_bias};
}

std::vector<float> Ncf::itemVectors() const {
    if (isNeuMf(m_config)) return {};
    const float* const first = m_items + kFirstItemToken * ncfOf(m_config).dim;
    return {first, first + m_shape.itemCount * ncfOf(m_config).dim};
}

std::vector<float> Ncf::itemOffsets() const {
    if (isNeuMf(m_config)) return {};
    return {m_itemBias + kFirstItemToken, m_itemBias + kFirstItemToken + m_shape.itemCount};
}

std::vector<std::string> Ncf::userTensors() const {
    return {"gmf.user_embedding.weight", isNeuMf(m_config) ? "mlp.user_embedding.weight" : "user_bias"};
}

void Ncf::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const std::vector<float> unknown = m_counts.scores();
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        if (trainedUserRow(queries[i], {m_users, m_shape.userCount, ncfOf(m_config).dim}) == 0)
            sink(i, unknown);
        else
            known.push_back(i);
    }
    kernels::Arena shared;
    const NeuMfNet network(ncfOf(m_config), parametersOf(m_tensors));
    const kernels::Matrix itemPart = isNeuMf(m_config) && !known.empty() ? network.itemPart(shared) : kernels::Matrix();
    const std::int64_t width = vocabularySize(m_shape.itemCount), d = ncfOf(m_config).dim;
    m_pool.run(
        known.size(), /*atOnce=*/1,
        [&](std::size_t k, std::size_t /*count*/) {
            thread_local kernels::Arena arena;  // reused: the pool's threads live as long as the pool
            arena.reset();
            std::vector<float> scores(static_cast<std::size_t>(width));
            const std::int64_t row = userRow(queries[known[k]], m_shape.userCount);
            if (isNeuMf(m_config)) {
                network.scoreAll(row, itemPart, scores.data(), arena);
            } else {
                kernels::rowDots({m_items, width, d}, m_users + row * d, scores.data());
                kernels::add(scores.data(), m_itemBias, scores.data(), width);
                for (float& score : scores) score += m_userBias[row] + m_bias[0];
            }
            sink(known[k], scores);
        },
        stop);
}

std::unique_ptr<TrainingModule> Ncf::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    if (!isNeuMf(config)) return std::make_unique<DotTrainingModule>(*this, config);
    return std::make_unique<MinibatchTrainingModule>(tensors(), config, multiplicationsOf(config),
                                                     [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
                                                         return std::make_unique<NcfTask>(*this, config, step);
                                                     });
}

ModelEntry ncfEntry() {
    ModelEntry entry;
    entry.info = {
        "ncf", "NCF",
        translatable("A neural network and a dot product over vectors of users and items; does not use the history."),
        translatable("He et al., Neural Collaborative Filtering, WWW 2017")};
    entry.config = ncfConfig();
    entry.presets = ncfPresets;
    entry.paperPreset = [](bool) { return "ncf"; };
    entry.check = checkNcf;
    entry.capabilities = ncfCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Ncf>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
