// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hstu/hstu.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"
#include "core/models/hstu/cosine_loss.h"
#include "core/models/hstu/hstu_config.h"
#include "core/models/hstu/hstu_net.h"
#include "core/models/hstu/hstu_task.h"
#include "core/models/minibatch/random_tensors.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

Capabilities hstuCapabilities(const RunConfig& config) {
    const HstuConfig& hstu = hstuOf(config);
    return {.attention = AttentionKind::EveryPosition,
            .attentionWeights = AttentionWeights::Pointwise,
            .layers = hstu.layers,
            .heads = hstu.heads,
            .maxLength = hstu.maxLength,
            .needsHistory = true,
            .readsTimes = hstu.timeBias,
            .readsOrder = true,
            .hasItemVectors = true};
}

}  // namespace

Hstu::Hstu(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : HostRecommender(config, shape) {
    for (const auto& [name, dimensions] : hstuTensors(hstuOf(config), shape.itemCount)) {
        float* const values = m_tensors.add(name, dimensions);
        if (name == "item_embedding.weight") setItemTable(values, hstuOf(config).dim);
    }
    if (initialWeights == InitialWeights::Random) drawWeights();
}

void Hstu::drawWeights() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    constexpr double kDeviation = 0.02;
    Random random({m_config.training.seed, kInitialWeightsStream});
    for (HostTensors::Entry& entry : m_tensors.entries()) {
        float* const values = entry.values.data();
        const auto count = static_cast<std::int64_t>(entry.values.size());
        const auto endsWith = [&](const char* end) { return entry.name.ends_with(end); };
        if (endsWith("norm.weight"))
            std::fill_n(values, count, 1.0F);
        else if (endsWith("norm.bias") || endsWith("output.bias"))
            std::fill_n(values, count, 0.0F);
        else if (endsWith("output.weight"))
            drawUniform(values, count, std::sqrt(6.0 / static_cast<double>(entry.shape[0] + entry.shape[1])), random);
        else
            drawNormal(values, count, kDeviation, random);
    }
}

Capabilities Hstu::capabilities() const {
    return hstuCapabilities(m_config);
}

std::unique_ptr<Recommender> Hstu::copy() const {
    auto other = std::make_unique<Hstu>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    other->m_disabledHeads = m_disabledHeads;
    return other;
}

HstuRows Hstu::rowsOf(std::span<const Query> queries) const {
    const HstuConfig& hstu = hstuOf(m_config);
    HstuRows rows;
    const bool allHaveTimes = hstu.timeBias && std::all_of(queries.begin(), queries.end(),
                                                           [](const Query& query) { return query.history.hasTimes(); });
    for (const Query& query : queries) {
        const History read =
            query.history.last(std::min(query.history.size(), static_cast<std::size_t>(hstu.maxLength)));
        rows.tokens.insert(rows.tokens.end(), read.begin(), read.end());
        rows.starts.push_back(static_cast<std::int32_t>(rows.tokens.size()));
        if (!allHaveTimes) continue;
        rows.times.insert(rows.times.end(), read.times().begin(), read.times().end());
        // The next time of a row is that of the following position that is not hidden, or the query's time if there is
        // none.
        std::vector<std::int64_t> nextTimes(read.size());
        std::int64_t time = query.time.value_or(read.times().back());
        for (std::size_t i = read.size(); i-- > 0;) {
            nextTimes[i] = time;
            if (read[i] != kHiddenItem) time = read.times()[i];
        }
        rows.nextTimes.insert(rows.nextTimes.end(), nextTimes.begin(), nextTimes.end());
    }
    return rows;
}

kernels::Matrix Hstu::statesOf(const HstuRows& rows, kernels::Arena& arena, std::vector<std::vector<float>>* maps) {
    const HstuConfig& hstu = hstuOf(m_config);
    kernels::Tape tape(arena, /*recordsGradients=*/false);
    HstuNet net(hstu, parametersOf(m_tensors));
    net.disableHeads(m_disabledHeads);
    const kernels::Matrix all = net.states(tape, rows, /*dropoutSeed=*/0, maps).value;
    const kernels::Matrix chosen = arena.matrix(rows.count(), hstu.dim);
    for (std::int64_t b = 0; b < rows.count(); ++b) {
        const std::int32_t first = rows.starts[static_cast<std::size_t>(b)];
        std::int32_t row = rows.starts[static_cast<std::size_t>(b) + 1] - 1;
        while (row > first && rows.tokens[static_cast<std::size_t>(row)] == kPadToken) --row;
        std::copy_n(all.row(row), hstu.dim, chosen.row(b));
    }
    normalizeRows(chosen);
    kernels::scale(chosen.data, chosen.data, chosen.size(), static_cast<float>(1 / hstu.temperature));
    return chosen;
}

void Hstu::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    m_itemVectors = {m_items.data, m_items.data + m_items.size()};
    const kernels::Matrix vectors{m_itemVectors.data(), m_items.rows, m_items.columns};
    normalizeRows(vectors);
    m_scores.computeScores(
        queries, [&](std::span<const Query> group, kernels::Arena& arena) { return statesOf(rowsOf(group), arena); },
        vectors,
        /*bias=*/nullptr, sink, stop);
}

std::vector<float> Hstu::itemVectors() const {
    std::vector<float> vectors = HostRecommender::itemVectors();
    normalizeRows({vectors.data(), m_shape.itemCount, m_items.columns});
    return vectors;
}

AttentionResult Hstu::attend(const Query& query, const std::stop_token& stop) {
    const HstuConfig& hstu = hstuOf(m_config);
    const kernels::OneThreadProducts oneThread;
    kernels::Arena arena;
    const HstuRows rows = rowsOf({&query, 1});
    std::vector<std::vector<float>> layers;
    const kernels::Matrix state = statesOf(rows, arena, &layers);
    AttentionResult answer;
    answer.positions = rows.tokens;
    answer.firstPosition = static_cast<std::int32_t>(query.history.size() - rows.tokens.size());
    answer.maps.layers = static_cast<std::int32_t>(hstu.layers);
    answer.maps.heads = static_cast<std::int32_t>(hstu.heads);
    answer.maps.isPointwise = true;
    answer.maps.size = static_cast<std::int32_t>(rows.tokens.size());
    for (const std::vector<float>& layer : layers)
        answer.maps.weights.insert(answer.maps.weights.end(), layer.begin(), layer.end());
    answer.state.assign(state.data, state.data + hstu.dim);
    score(
        {&query, 1}, [&](std::size_t, std::span<const float> row) { answer.scores.assign(row.begin(), row.end()); },
        stop);
    return answer;
}

HeadSteps Hstu::headSteps(const Query& /*query*/, HeadId /*head*/, std::int32_t /*row*/) {
    throw Error(ErrorKind::Usage, translated("The steps of HSTU's heads cannot be shown: they use no softmax."),
                translated("Choose a run of a transformer, such as SASRec."));
}

std::unique_ptr<Recommender> Hstu::withoutHeads(std::span<const HeadId> heads) const {
    const HstuConfig& hstu = hstuOf(m_config);
    for (const HeadId& head : heads) {
        if (head.layer >= 0 && head.layer < hstu.layers && head.head >= 0 && head.head < hstu.heads) continue;
        throw Error(ErrorKind::Usage, translated("There is no {} in this model.", headName(head)),
                    translated("It has {} layers of {} heads.", hstu.layers, hstu.heads));
    }
    auto other = std::make_unique<Hstu>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    other->m_disabledHeads = m_disabledHeads;
    other->m_disabledHeads.insert(other->m_disabledHeads.end(), heads.begin(), heads.end());
    return other;
}

std::unique_ptr<TrainingModule> Hstu::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    const HstuConfig& hstu = hstuOf(config);
    const double multiplications = static_cast<double>(config.training.batchSize * hstu.maxLength * hstu.layers) *
                                   static_cast<double>(hstu.dim * hstu.dim * 5);
    return std::make_unique<MinibatchTrainingModule>(
        tensors(), config, multiplications, [&](MinibatchStep& step) -> std::unique_ptr<MinibatchTask> {
            return std::make_unique<HstuTask>(hstu, config.training.seed, m_shape.itemCount, step);
        });
}

ModelEntry hstuEntry() {
    ModelEntry entry;
    entry.info = {
        "hstu", "HSTU",
        translatable("Reads the history with its times by attention without softmax, and predicts the next "
                     "item at every position."),
        translatable("Zhai et al., Actions Speak Louder than Words: Trillion-Parameter Sequential Transducers "
                     "for Generative Recommendations, ICML 2024")};
    entry.config = hstuConfig();
    entry.presets = hstuPresets;
    entry.paperPreset = [](bool) { return "paper"; };
    entry.check = checkHstu;
    entry.capabilities = hstuCapabilities;
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Hstu>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
