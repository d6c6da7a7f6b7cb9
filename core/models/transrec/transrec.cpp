// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transrec/transrec.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/loops.h"
#include "core/models/transrec/transrec_config.h"
#include "core/models/transrec/transrec_loops.h"
#include "core/models/transrec/transrec_training_module.h"
#include "core/recommender/query_reading.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

TransRec::TransRec(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : m_config(config),
      m_shape(shape),
      m_dim(transRecOf(config).dim),
      m_items(m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), m_dim})),
      m_global(m_tensors.add("global_translation", {m_dim})),
      m_users(m_tensors.add("user_translation.weight", {shape.userCount + 1, m_dim})),
      m_bias(m_tensors.add("item_bias", {vocabularySize(shape.itemCount)})),
      m_counts(m_tensors, shape.itemCount),
      m_scorer(shape.itemCount) {
    if (initialWeights == InitialWeights::Random) drawVectors();
}

/// As in the authors' code, gamma and t are drawn from U(-6 / sqrt(d), 6 / sqrt(d)) and then projected into the unit
/// ball; t_u and beta are zero.
void TransRec::drawVectors() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1421;
    Random random({m_config.training.seed, kInitialWeightsStream});
    const double range = 6 / std::sqrt(static_cast<double>(m_dim));
    const auto draw = [&](float* vector) {
        for (std::int64_t c = 0; c < m_dim; ++c) vector[c] = static_cast<float>(range * (2 * random.uniform() - 1));
        transrec::projectIntoUnitBall(vector, m_dim);
    };
    for (Token token = kFirstItemToken; token <= m_shape.itemCount; ++token) draw(item(token));
    draw(m_global);
}

std::unique_ptr<Recommender> TransRec::copy() const {
    auto other = std::make_unique<TransRec>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

std::vector<float> TransRec::itemVectors() const {
    const float* const first = m_items + kFirstItemToken * m_dim;
    return {first, first + m_shape.itemCount * m_dim};
}

std::vector<float> TransRec::offsetsByToken() const {
    std::vector<float> offsets(static_cast<std::size_t>(vocabularySize(m_shape.itemCount)));
    for (std::size_t token = 0; token < offsets.size(); ++token) {
        const float* const vector = m_items + static_cast<std::int64_t>(token) * m_dim;
        offsets[token] = static_cast<float>(static_cast<double>(m_bias[token]) - kernels::dot(vector, vector, m_dim));
    }
    return offsets;
}

std::vector<float> TransRec::itemOffsets() const {
    const std::vector<float> offsets = offsetsByToken();
    return {offsets.begin() + kFirstItemToken, offsets.begin() + kFirstItemToken + m_shape.itemCount};
}

/// Uses dot products: with x = gamma_l + t + t_u,
/// beta_c - |x - gamma_c|^2 = 2 x . gamma_c + (beta_c - |gamma_c|^2) - |x|^2.
void TransRec::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const auto writeVectors = [&](const Query& query, float* vector) -> std::optional<float> {
        const std::optional<Token> last = newestItem(query.history);
        if (!last) return std::nullopt;
        const float* const user = m_users + userRow(query, m_shape.userCount) * m_dim;
        transrec::addThree(item(*last), m_global, user, vector, m_dim);
        const double square = kernels::dot(vector, vector, m_dim);
        kernels::scale(vector, vector, m_dim, 2);
        return static_cast<float>(-square);
    };
    const std::vector<float> offsets = offsetsByToken();
    m_scorer.score({.tables = {{m_items, m_dim}},
                    .offsets = offsets,
                    .writeVectors = writeVectors,
                    .fallbackScores = [&] { return m_counts.scores(); }},
                   queries, sink, stop);
}

std::unique_ptr<TrainingModule> TransRec::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<TransRecTrainingModule>(*this, config);
}

ModelEntry transRecEntry() {
    ModelEntry entry;
    entry.info = {"transrec", "TransRec",
                  translatable("Items are points, users translations: the last item, moved by the user's translation, "
                               "is near the next item."),
                  translatable("He et al., Translation-based Recommendation, RecSys 2017")};
    entry.config = transRecConfig();
    entry.presets = transRecPresets;
    entry.paperPreset = [](bool) { return "mcauley"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [](const RunConfig&) { return TransRec::kCapabilities; };
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<TransRec>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
