// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/gru4rec.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"
#include "core/models/gru4rec/gru4rec_training_module.h"
#include "core/recommender/machine_share.h"
#include "core/util/progress.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// Draws one (rows, columns) matrix from U(-a, a) with a = sqrt(6 / (rows + columns)).
void drawGlorot(float* values, std::int64_t rows, std::int64_t columns, Random& random) {
    const double limit = std::sqrt(6.0 / static_cast<double>(rows + columns));
    for (std::int64_t i = 0; i < rows * columns; ++i)
        values[i] = static_cast<float>(limit * (2 * random.uniform() - 1));
}

}  // namespace

Gru4Rec::Gru4Rec(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : m_config(config), m_shape(shape), m_dim(gru4RecOf(config).dim) {
    const Gru4RecConfig& gru4rec = gru4RecOf(config);
    const std::int64_t width = vocabularySize(shape.itemCount), H = m_dim;
    m_parameters.items = m_parameters.output = m_tensors.add("item_embedding.weight", {width, H});
    for (std::int64_t layer = 0; layer < gru4rec.layers; ++layer) {
        const auto name = [&](const char* part) { return fmt::format("gru.layers.{}.{}", layer, part); };
        GruWeights weights;
        weights.input = m_tensors.add(name("input.weight"), {3 * H, H});
        weights.inputBias = m_tensors.add(name("input.bias"), {3 * H});
        weights.hidden = m_tensors.add(name("hidden.weight"), {3 * H, H});
        weights.hiddenBias = m_tensors.add(name("hidden.bias"), {3 * H});
        m_parameters.layers.push_back(weights);
    }
    if (!gru4rec.tiedOutput) m_parameters.output = m_tensors.add("output_embedding.weight", {width, H});
    m_parameters.bias = m_tensors.add("output.bias", {width});
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Gru4Rec::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    const std::int64_t H = m_dim;
    Random random({m_config.training.seed, kInitialWeightsStream});
    drawGlorot(m_parameters.items + kFirstItemToken * H, m_shape.itemCount, H, random);  // PAD and MASK stay zero
    if (m_parameters.output != m_parameters.items)
        drawGlorot(m_parameters.output + kFirstItemToken * H, m_shape.itemCount, H, random);
    for (const GruWeights& layer : m_parameters.layers) {
        for (float* const gates : {layer.input, layer.hidden}) {
            for (int gate = 0; gate < 3; ++gate) drawGlorot(gates + gate * H * H, H, H, random);
        }
    }
}

std::unique_ptr<Recommender> Gru4Rec::copy() const {
    auto other = std::make_unique<Gru4Rec>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

std::vector<float> Gru4Rec::itemVectors() const {
    const float* const first = m_parameters.output + kFirstItemToken * m_dim;
    return {first, first + m_shape.itemCount * m_dim};
}

/// The items of one query's history that are read: all except the hidden ones (kHiddenItem).
struct Gru4Rec::Reading {
    std::size_t query = 0;
    std::vector<Token> items;
};

void Gru4Rec::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    constexpr std::size_t kAtOnce = 64;
    std::vector<Reading> readings(queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
        readings[i].query = i;
        std::copy_if(queries[i].history.begin(), queries[i].history.end(), std::back_inserter(readings[i].items),
                     [](Token token) { return token != kHiddenItem; });
    }
    // The longest histories come first, so that the histories of a group have similar lengths.
    std::stable_sort(readings.begin(), readings.end(),
                     [](const Reading& a, const Reading& b) { return a.items.size() > b.items.size(); });
    if (!m_pool) m_pool = std::make_unique<WorkerPool>(computeThreads());
    std::atomic<std::size_t> next = 0;
    m_pool->run([&](int) {
        kernels::useOneThread();
        for (std::size_t first = next.fetch_add(kAtOnce); first < readings.size(); first = next.fetch_add(kAtOnce))
            scoreGroup(std::span(readings).subspan(first, std::min(kAtOnce, readings.size() - first)), sink, stop);
    });
    throwIfStopped(stop);
}

/// Reads the histories of the group in parallel, item by item. The group is sorted from the longest history to the
/// shortest, so the first `rows` histories are those that have not ended. A history that has ended keeps its last
/// state, against which items are scored.
void Gru4Rec::scoreGroup(std::span<const Reading> group, const ScoreSink& sink, const std::stop_token& stop) const {
    const auto B = static_cast<std::int64_t>(group.size()), H = m_dim;
    std::vector<GruCell> cells;
    for (const GruWeights& weights : m_parameters.layers) cells.emplace_back(weights, gruShapeOf(m_config));
    std::vector<std::vector<float>> states(cells.size(), std::vector<float>(static_cast<std::size_t>(B * H), 0.0F));
    std::vector<float> x(static_cast<std::size_t>(B * H));
    std::int64_t rows = B;
    for (std::size_t t = 0;; ++t) {
        while (rows > 0 && group[static_cast<std::size_t>(rows - 1)].items.size() <= t) --rows;
        if (rows == 0) break;
        if (stop.stop_requested()) return;
        for (std::int64_t b = 0; b < rows; ++b)
            std::copy_n(m_parameters.items + group[static_cast<std::size_t>(b)].items[t] * H, H, x.data() + b * H);
        const float* input = x.data();
        for (std::size_t layer = 0; layer < cells.size(); ++layer) {
            cells[layer].forward(input, states[layer].data(), states[layer].data(), rows);
            input = states[layer].data();
        }
    }
    const std::int64_t width = vocabularySize(m_shape.itemCount);
    std::vector<float> scores(static_cast<std::size_t>(B * width));
    kernels::product({states.back().data(), H}, {m_parameters.output, H, /*transposed=*/true}, scores.data(), width, B,
                     width, H);
    kernels::addToRows({scores.data(), B, width}, m_parameters.bias);
    for (std::int64_t b = 0; b < B; ++b)
        sink(group[static_cast<std::size_t>(b)].query, {scores.data() + b * width, static_cast<std::size_t>(width)});
}

std::unique_ptr<TrainingModule> Gru4Rec::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<Gru4RecTrainingModule>(*this, config);
}

ModelEntry gru4RecEntry() {
    ModelEntry entry;
    entry.info = {
        "gru4rec", "GRU4Rec",
        translatable("Reads a history item by item into a state and predicts the next item from it."),
        translatable("Hidasi et al., Session-based Recommendations with Recurrent Neural Networks, ICLR 2016; Hidasi & "
                     "Karatzoglou, CIKM 2018 (GRU4Rec+)")};
    entry.config = gru4RecConfig();
    entry.presets = gru4RecPresets;
    entry.paperPreset = [](bool) { return "gru4rec"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [](const RunConfig&) { return Gru4Rec::kCapabilities; };
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Gru4Rec>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
