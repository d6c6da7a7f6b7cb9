// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/word2vec/word2vec_samples.h"

#include <algorithm>
#include <cmath>

#include "core/metrics/baselines.h"

namespace recscope {

namespace {
constexpr std::uint64_t kSampleStream = 2;
}

Word2VecSamples::Word2VecSamples(const Histories& histories, const RunConfig& config, ContextWindow contextWindow)
    : m_histories(histories),
      m_config(word2VecOf(config)),
      m_seed(config.training.seed),
      m_contextWindow(contextWindow) {
    const std::vector<float> counts = popularityScores(histories);
    double total = 0;
    std::vector<double> weights;
    for (Token item = kFirstItemToken; item <= histories.itemCount; ++item) {
        const auto count = static_cast<double>(counts[static_cast<std::size_t>(item)]);
        total += count;
        weights.push_back(count > 0 ? std::pow(count, m_config.power) : 0);
    }
    if (total > 0) m_items.emplace(weights);
    m_keepProbability.assign(counts.size(), 1.0);
    for (std::size_t item = 0; item < counts.size() && m_config.keptShare > 0; ++item) {
        // As in the word2vec program; the formula in the paper differs (Mikolov et al., 2013, section 2.3).
        const double ratio = static_cast<double>(counts[item]) / (m_config.keptShare * std::max(total, 1.0));
        if (ratio > 0) m_keepProbability[item] = std::min(1.0, (std::sqrt(ratio) + 1) / ratio);
    }
    const std::int64_t block = m_config.loss == Word2VecLoss::Softmax ? 1 << 7 : 1 << 12;
    m_begins.push_back(0);
    std::int64_t inBlock = 0;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto length = static_cast<std::int64_t>(histories.training(user).size());
        if (length < 2) continue;
        m_count += length;
        inBlock += length;
        if (inBlock < block) continue;
        m_begins.push_back(user + 1);
        inBlock = 0;
    }
    if (inBlock > 0) m_begins.push_back(histories.userCount());
}

std::vector<Word2VecSample> Word2VecSamples::draw(std::int64_t block) const {
    Random random({m_seed, kSampleStream, static_cast<std::uint64_t>(m_epoch), static_cast<std::uint64_t>(block)});
    std::vector<Word2VecSample> samples;
    std::vector<Token> kept;
    const auto index = static_cast<std::size_t>(block);
    for (std::int32_t user = m_begins[index]; user < m_begins[index + 1]; ++user) {
        kept.clear();
        for (const Token item : m_histories.training(user)) {
            const double probability = m_keepProbability[static_cast<std::size_t>(item)];
            if (probability >= 1 || random.uniform() < probability) kept.push_back(item);
        }
        addSamples(kept, random, samples);
    }
    return samples;
}

void Word2VecSamples::addSamples(std::span<const Token> kept, Random& random,
                                 std::vector<Word2VecSample>& samples) const {
    const auto length = static_cast<std::int64_t>(kept.size());
    for (std::int64_t at = 0; at < length && length > 1; ++at) {
        const std::int64_t reach =
            1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(m_config.window)));
        const std::int64_t first = std::max<std::int64_t>(0, at - reach), last = std::min(length - 1, at + reach);
        Word2VecSample sample;
        sample.positive = kept[static_cast<std::size_t>(at)];
        for (std::int64_t other = first; other <= last; ++other) {
            if (other == at) continue;
            sample.tokens[static_cast<std::size_t>(sample.contextCount++)] = kept[static_cast<std::size_t>(other)];
            if (m_contextWindow == ContextWindow::Together) continue;
            addNegatives(sample, random);
            samples.push_back(sample);
            sample.contextCount = sample.negativeCount = 0;
        }
        if (m_contextWindow == ContextWindow::OneByOne) continue;
        addNegatives(sample, random);
        samples.push_back(sample);
    }
}

/// A draw of the target item is discarded, as in word2vec. The softmax needs no negatives: it covers all items.
void Word2VecSamples::addNegatives(Word2VecSample& sample, Random& random) const {
    if (m_config.loss == Word2VecLoss::Softmax) return;
    for (std::int64_t k = 0; k < m_config.negatives; ++k) {
        const auto item = kFirstItemToken + static_cast<Token>(m_items->draw(random));
        if (item == sample.positive) continue;
        sample.tokens[static_cast<std::size_t>(sample.contextCount + sample.negativeCount++)] = item;
    }
}

}  // namespace recscope
