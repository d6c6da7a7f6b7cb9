// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/word2vec/word2vec.h"

#include <algorithm>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"
#include "core/models/pairwise/pair_loops.h"
#include "core/models/word2vec/word2vec_loops.h"
#include "core/recommender/query_reading.h"

namespace recscope {

Word2Vec::Word2Vec(const RunConfig& config, const ModelShape& shape, ContextWindow contextWindow,
                   InitialWeights initialWeights)
    : m_config(config),
      m_shape(shape),
      m_contextWindow(contextWindow),
      m_dim(word2VecOf(config).dim),
      m_inputs(m_tensors.add("item_embedding.weight", {vocabularySize(shape.itemCount), m_dim})),
      m_outputs(m_tensors.add("output_embedding.weight", {vocabularySize(shape.itemCount), m_dim})),
      m_counts(m_tensors, shape.itemCount),
      m_scorer(shape.itemCount) {
    if (initialWeights == InitialWeights::Loaded) return;
    // As in word2vec's program: e is drawn from U(-1/(2 d), 1/(2 d)), o is zero.
    constexpr std::uint64_t kInitialWeightsStream = 0x1423;
    Random random({config.training.seed, kInitialWeightsStream});
    float* const first = input(kFirstItemToken);
    for (std::int64_t i = 0; i < shape.itemCount * m_dim; ++i)
        first[i] = static_cast<float>((random.uniform() - 0.5) / static_cast<double>(m_dim));
}

Capabilities Word2Vec::capabilitiesOf(const RunConfig& config, ContextWindow contextWindow) {
    return {.maxLength = contextWindow == ContextWindow::OneByOne ? 1 : word2VecOf(config).window,
            .readsOrder = true,
            .hasItemVectors = true};
}

std::unique_ptr<Recommender> Word2Vec::copy() const {
    auto other = std::make_unique<Word2Vec>(m_config, m_shape, m_contextWindow, InitialWeights::Loaded);
    copyWeights(*this, *other);
    return other;
}

std::vector<float> Word2Vec::itemVectors() const {
    const float* const first = m_outputs + kFirstItemToken * m_dim;
    return {first, first + m_shape.itemCount * m_dim};
}

std::vector<float> Word2Vec::offsetsByToken() const {
    // With drawn negatives, items without interactions are never negatives, so an offset must rank them last. A softmax
    // uses all items as negatives and needs no offsets.
    return word2VecOf(m_config).loss == Word2VecLoss::Negatives ? m_counts.absences() : std::vector<float>();
}

std::vector<float> Word2Vec::itemOffsets() const {
    const std::vector<float> offsets = offsetsByToken();
    if (offsets.empty()) return {};
    return {offsets.begin() + kFirstItemToken, offsets.begin() + kFirstItemToken + m_shape.itemCount};
}

void Word2Vec::score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) {
    const auto reads = static_cast<std::size_t>(capabilities().maxLength);
    const auto writeMean = [&](const Query& query, float* mean) -> std::optional<float> {
        const auto newest = query.history.last(std::min(reads, query.history.size()));
        const auto items = std::count_if(newest.begin(), newest.end(), [](Token t) { return t != kHiddenItem; });
        if (items == 0) return std::nullopt;
        std::fill_n(mean, m_dim, 0.0F);
        for (const Token token : newest) {
            if (token != kHiddenItem) word2vec::addScaled(mean, input(token), m_dim, 1 / static_cast<float>(items));
        }
        return 0.0F;
    };
    const std::vector<float> offsets = offsetsByToken();
    m_scorer.score({.tables = {{m_outputs, m_dim}},
                    .offsets = offsets,
                    .writeVectors = writeMean,
                    .fallbackScores = [&] { return m_counts.scores(); }},
                   queries, sink, stop);
}

Word2VecSamples Word2VecTrainingModule::samplesOf(const Histories& histories) {
    m_model.counts().count(histories);
    return {histories, m_config, m_model.contextWindow()};
}

double Word2VecTrainingModule::learnAll(std::span<const Word2VecSample> samples, double learningRate) {
    double loss = 0;
    if (word2VecOf(m_config).loss == Word2VecLoss::Negatives) {
        for (const Word2VecSample& sample : samples) loss += update(sample, learningRate);
        return loss;
    }
    constexpr std::size_t kTogether = 32;  // samples of one update
    for (std::size_t first = 0; first < samples.size(); first += kTogether)
        loss += learnBySoftmax(samples.subspan(first, std::min(kTogether, samples.size() - first)), learningRate);
    return loss;
}

void Word2VecTrainingModule::meanOf(const Word2VecSample& sample, float* mean) const {
    const float weight = 1 / static_cast<float>(sample.contextCount);
    std::fill_n(mean, m_model.dim(), 0.0F);
    for (const Token token : sample.contextItems())
        word2vec::addScaled(mean, m_model.input(token), m_model.dim(), weight);
}

void Word2VecTrainingModule::updateContext(const Word2VecSample& sample, const float* change) const {
    const bool isDivided = word2VecOf(m_config).contextGradient == ContextGradient::Divided;
    const float weight = isDivided ? 1 / static_cast<float>(sample.contextCount) : 1;
    for (const Token token : sample.contextItems())
        word2vec::addScaled(m_model.input(token), change, m_model.dim(), weight);
}

double Word2VecTrainingModule::learnBySoftmax(std::span<const Word2VecSample> samples, double learningRate) {
    const std::int64_t dim = m_model.dim(), V = m_model.shape().itemCount;
    const auto B = static_cast<std::int64_t>(samples.size());
    m_means.resize(static_cast<std::size_t>(B * dim));
    m_meanChanges.resize(m_means.size());
    m_scores.resize(static_cast<std::size_t>(B * V));
    for (std::int64_t b = 0; b < B; ++b) meanOf(samples[static_cast<std::size_t>(b)], m_means.data() + b * dim);
    float* const outputs = m_model.output(kFirstItemToken);  // (V, d)
    kernels::product({m_means.data(), dim}, {outputs, dim, /*transposed=*/true}, m_scores.data(), V, B, V, dim);
    double loss = 0;
    for (std::int64_t b = 0; b < B; ++b) {
        const Token positive = samples[static_cast<std::size_t>(b)].positive;
        loss += kernels::crossEntropyRow(m_scores.data() + b * V, /*bias=*/nullptr, V, positive - kFirstItemToken,
                                         /*gradientScale=*/1);
    }
    const auto rate = static_cast<float>(-learningRate);
    kernels::product({m_scores.data(), V}, {outputs, dim}, m_meanChanges.data(), dim, B, dim, V, rate);
    kernels::product({m_scores.data(), V, /*transposed=*/true}, {m_means.data(), dim}, outputs, dim, V, dim, B, rate,
                     /*beta=*/1);
    for (std::int64_t b = 0; b < B; ++b)
        updateContext(samples[static_cast<std::size_t>(b)], m_meanChanges.data() + b * dim);
    return loss;
}

double Word2VecTrainingModule::update(const Word2VecSample& sample, double learningRate) {
    const std::int64_t dim = m_model.dim();
    meanOf(sample, m_mean.data());
    // All dot products are computed before any update, so that both gradients of an item that is drawn twice refer to
    // the same vector. `factors` holds the factor of the change of the target's vector, then those of the negatives.
    std::array<float, 1 + Word2VecConfig::kMaxNegatives> factors;
    std::size_t count = 0;
    double loss = 0;
    const auto addFactor = [&](Token item, float sign) {
        const pairs::PairLoss pair = pairs::pairLoss(sign * word2vec::dot(m_model.output(item), m_mean.data(), dim));
        loss += static_cast<double>(pair.loss);
        factors[count++] = static_cast<float>(learningRate) * pair.slope * sign;
    };
    addFactor(sample.positive, 1);
    for (const Token item : sample.negativeItems()) addFactor(item, -1);

    std::fill(m_gradient.begin(), m_gradient.end(), 0.0F);
    word2vec::updateBoth(m_model.output(sample.positive), m_gradient.data(), m_mean.data(), dim, factors[0]);
    const std::span<const Token> others = sample.negativeItems();
    for (std::size_t k = 0; k < others.size(); ++k) {
        const auto first = std::find(others.begin(), others.end(), others[k]);
        if (first != others.begin() + static_cast<std::ptrdiff_t>(k)) continue;
        float sum = 0;  // sum over all draws of this item, before its vector changes
        for (std::size_t n = k; n < others.size(); ++n) sum += others[n] == others[k] ? factors[1 + n] : 0;
        word2vec::updateBoth(m_model.output(others[k]), m_gradient.data(), m_mean.data(), dim, sum);
    }
    updateContext(sample, m_gradient.data());
    return loss;
}

std::unique_ptr<TrainingModule> Word2Vec::makeTrainingModule(const RunConfig& config, Device /*device*/) {
    return std::make_unique<Word2VecTrainingModule>(*this, config);
}

ModelEntry word2VecEntry(const RunConfig& config, ContextWindow contextWindow) {
    ModelEntry entry;
    entry.config = config;
    entry.paperPreset = [](bool) { return "gensim"; };
    entry.check = [](const RunConfig&) {};
    entry.capabilities = [contextWindow](const RunConfig& config) {
        return Word2Vec::capabilitiesOf(config, contextWindow);
    };
    entry.make = [contextWindow](const RunConfig& config, const ModelShape& shape, InitialWeights initialWeights) {
        return std::make_unique<Word2Vec>(config, shape, contextWindow, initialWeights);
    };
    return entry;
}

}  // namespace recscope
