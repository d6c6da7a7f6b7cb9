// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/transition_factors.h"

#include <algorithm>

#include "core/models/minibatch/user_rows.h"
#include "core/models/pairwise/pair_loops.h"
#include "core/recommender/query_reading.h"

namespace recscope {

TransitionFactors::TransitionFactors(const RunConfig& config, const ModelShape& shape, GeneralPreference preference,
                                     InitialWeights initialWeights)
    : m_config(config),
      m_shape(shape),
      m_preference(preference),
      m_dim(transitionFactorsOf(config).dim),
      m_previous(m_tensors.add("transition.previous_embedding.weight", {vocabularySize(shape.itemCount), m_dim})),
      m_next(m_tensors.add("transition.next_embedding.weight", {vocabularySize(shape.itemCount), m_dim})),
      m_counts(m_tensors, shape.itemCount),
      m_scorer(shape.itemCount) {
    if (hasPreference()) {
        m_users = m_tensors.add("taste.user_embedding.weight", {shape.userCount + 1, m_dim});
        m_items = m_tensors.add("taste.item_embedding.weight", {vocabularySize(shape.itemCount), m_dim});
    }
    if (initialWeights == InitialWeights::Random) drawVectors();
}

Capabilities TransitionFactors::capabilitiesWith(GeneralPreference preference) {
    return {.maxLength = 1,
            .readsUser = preference == GeneralPreference::OfUser,
            .refitsUser = preference == GeneralPreference::OfUser,
            .unknownUser = preference == GeneralPreference::OfUser ? UnknownUser::HistoryAlone : UnknownUser::NotNeeded,
            .readsOrder = true,
            .hasItemVectors = true};
}

/// Draws the initial vectors; those of PAD, MASK and the unknown user stay zero.
void TransitionFactors::drawVectors() {
    constexpr std::uint64_t kInitialWeightsStream = 0x1419;
    Random random({m_config.training.seed, kInitialWeightsStream});
    const auto draw = [&](float* first, std::int64_t rows) {
        drawInitialValues(transitionFactorsOf(m_config).start, m_dim, random,
                          {first, static_cast<std::size_t>(rows * m_dim)});
    };
    draw(previous(kFirstItemToken), m_shape.itemCount);
    draw(next(kFirstItemToken), m_shape.itemCount);
    if (!hasPreference()) return;
    draw(user(0), m_shape.userCount);
    draw(item(kFirstItemToken), m_shape.itemCount);
}

std::unique_ptr<Recommender> TransitionFactors::copy() const {
    auto other = std::make_unique<TransitionFactors>(m_config, m_shape, m_preference, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

std::vector<float> TransitionFactors::itemVectors() const {
    std::vector<float> vectors;
    for (Token item = kFirstItemToken; item <= m_shape.itemCount; ++item) {
        for (const float* const table : {static_cast<const float*>(m_next), static_cast<const float*>(m_items)}) {
            if (table) vectors.insert(vectors.end(), table + item * m_dim, table + (item + 1) * m_dim);
        }
    }
    return vectors;
}

std::vector<std::string> TransitionFactors::userTensors() const {
    if (!hasPreference()) return {};
    return {"taste.user_embedding.weight"};
}

void TransitionFactors::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const auto writeVectors = [&](const Query& query, float* vectors) -> std::optional<float> {
        const std::optional<Token> last = newestItem(query.history);
        const std::int64_t row = hasPreference() ? trainedUserRow(query, {m_users, m_shape.userCount, m_dim}) : 0;
        if (!last && row == 0) return std::nullopt;
        std::copy_n(previous(last.value_or(kPadToken)), m_dim, vectors);  // the vector of PAD is zero
        if (hasPreference()) std::copy_n(m_users + row * m_dim, m_dim, vectors + m_dim);
        return 0.0F;
    };
    ProductScorer::Scores scores{
        .tables = {{m_next, m_dim}}, .offsets = {}, .writeVectors = writeVectors, .fallbackScores = [&] {
            return m_counts.scores();
        }};
    if (hasPreference()) scores.tables.push_back({m_items, m_dim});
    m_scorer.score(scores, queries, sink, stop);
}

TransitionSamples TransitionFactorsTrainingModule::samplesOf(const Histories& histories) {
    if (!learnsOnlyUsers())
        zeroRowsOfUntrainedUsers(m_model.tensors(), m_model.userTensors(), histories, /*minItems=*/2);
    m_model.counts().count(histories);
    return {histories, m_modelConfig.rules, m_config.training.seed};
}

double TransitionFactorsTrainingModule::learnAll(std::span<const TransitionSample> samples, double learningRate) {
    double loss = 0;
    for (const TransitionSample& sample : samples) loss += static_cast<double>(update(sample, learningRate));
    return loss;
}

float TransitionFactorsTrainingModule::update(const TransitionSample& sample, double learningRate) {
    const std::int64_t dim = m_model.dim();
    float *const last = m_model.previous(sample.last), *const positive = m_model.next(sample.positive),
                 *const negative = m_model.next(sample.negative);
    float difference = pairs::dotOfDifference(last, positive, negative, dim);
    if (m_model.hasPreference())
        difference += pairs::dotOfDifference(m_model.user(sample.user), m_model.item(sample.positive),
                                             m_model.item(sample.negative), dim);
    const pairs::PairLoss pair = pairs::pairLoss(difference);
    const float stepSize = static_cast<float>(learningRate) * pair.slope;
    const auto decayFactor = static_cast<float>(1 - learningRate * m_modelConfig.decay);
    if (learnsOnlyUsers()) {
        if (m_model.hasPreference())
            pairs::updateVector(m_model.user(sample.user), m_model.item(sample.positive), m_model.item(sample.negative),
                                dim, stepSize, decayFactor);
        return pair.loss;
    }
    pairs::updateVectors(last, positive, negative, dim, stepSize, decayFactor, decayFactor, decayFactor);
    if (m_model.hasPreference())
        pairs::updateVectors(m_model.user(sample.user), m_model.item(sample.positive), m_model.item(sample.negative),
                             dim, stepSize, decayFactor, decayFactor, decayFactor);
    return pair.loss;
}

std::unique_ptr<TrainingModule> TransitionFactors::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<TransitionFactorsTrainingModule>(*this, config);
}

ModelEntry transitionFactorsEntry(const RunConfig& config, GeneralPreference preference) {
    ModelEntry entry;
    entry.config = config;
    entry.paperPreset = [](bool) { return "mcauley"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [preference](const RunConfig&) { return TransitionFactors::capabilitiesWith(preference); };
    entry.make = [preference](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<TransitionFactors>(config, shape, preference, initialWeights);
    };
    return entry;
}

}  // namespace recscope
