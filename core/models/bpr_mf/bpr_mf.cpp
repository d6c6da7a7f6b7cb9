// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bpr_mf/bpr_mf.h"

#include <algorithm>

#include "core/models/bpr_mf/bpr_mf_config.h"
#include "core/models/bpr_mf/bpr_mf_training_module.h"
#include "core/recommender/query_reading.h"
#include "core/util/translated.h"

namespace recscope {

BprMf::BprMf(const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights)
    : m_config(config),
      m_shape(shape),
      m_dim(bprMfOf(config).dim),
      m_users(m_tensors.add("user_embedding.weight", {shape.userCount + 1, m_dim})),
      m_items(m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), m_dim})),
      m_bias(m_tensors.add("item_bias", {vocabularySize(shape.itemCount)})),
      m_scorer(shape.itemCount) {
    if (initialWeights == InitialWeights::Random) drawVectors();
}

void BprMf::drawVectors() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1417;
    Random random({m_config.training.seed, kInitialWeightsStream});
    const auto draw = [&](float* values, std::int64_t rows) {
        drawInitialValues(bprMfOf(m_config).start, m_dim, random, {values, static_cast<std::size_t>(rows * m_dim)});
    };
    draw(user(0), m_shape.userCount);
    draw(item(kFirstItemToken), m_shape.itemCount);  // PAD and MASK stay zero
    averageUsers();
}

std::unique_ptr<Recommender> BprMf::copy() const {
    auto other = std::make_unique<BprMf>(m_config, m_shape, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

std::vector<float> BprMf::itemVectors() const {
    const float* const first = m_items + kFirstItemToken * m_dim;
    return {first, first + m_shape.itemCount * m_dim};
}

void BprMf::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const auto writeVectors = [&](const Query& query, float* vector) -> std::optional<float> {
        std::copy_n(users().row(trainedUserRow(query, users())), m_dim, vector);
        return 0.0F;
    };
    const auto width = static_cast<std::size_t>(vocabularySize(m_shape.itemCount));
    m_scorer.score(
        {.tables = {{m_items, m_dim}}, .offsets = {m_bias, width}, .writeVectors = writeVectors, .fallbackScores = {}},
        queries, sink, stop);
}

std::unique_ptr<TrainingModule> BprMf::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<BprMfTrainingModule>(*this, config);
}

ModelEntry bprMfEntry() {
    ModelEntry entry;
    entry.info = {"bpr_mf", "BPR-MF",
                  translatable("Has a vector for each user and each item; uses the user, but not the history."),
                  translatable("Rendle et al., BPR: Bayesian Personalized Ranking from Implicit Feedback, UAI 2009")};
    entry.config = bprMfConfig();
    entry.presets = bprMfPresets;
    entry.paperPreset = [](bool) { return "mcauley"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [](const RunConfig&) { return BprMf::kCapabilities; };
    entry.make = [](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<BprMf>(config, shape, initialWeights);
    };
    return entry;
}

}  // namespace recscope
