// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bpr_mf/bpr_mf_learner.h"

#include <algorithm>
#include <utility>

#include "core/models/bpr_mf/bpr_loops.h"
#include "core/recommender/safetensors.h"

namespace recscope {

void BprMfLearner::learnFrom(const Histories& histories) {
    m_ahead.reset();
    m_samples.emplace(histories, m_config);
}

void BprMfLearner::startEpoch(std::int64_t epoch, std::int64_t firstStep) {
    m_ahead.reset();
    m_nextBlock = firstStep;
    m_ahead = std::make_unique<ProducerThread<std::vector<BprSample>, kBlocksAhead>>(
        [this, epoch, firstStep](const auto& push) {
            m_samples->startEpoch(epoch);
            for (std::int64_t block = firstStep; block < m_samples->blocks(); ++block) push(m_samples->draw(block));
        });
}

std::optional<std::int64_t> BprMfLearner::step(std::int64_t step, double learningRate, const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    std::vector<BprSample> samples;
    m_ahead->next(samples);
    ++m_nextBlock;
    double loss = 0;
    for (const BprSample& sample : samples) loss += static_cast<double>(learn(sample, learningRate));
    if (m_nextBlock == stepsPerEpoch()) m_model.averageUsers();
    const auto learned = std::max<std::int64_t>(static_cast<std::int64_t>(samples.size()), 1);
    m_losses.push_back({.step = step + 1, .loss = loss / static_cast<double>(learned), .scored = learned});
    return static_cast<std::int64_t>(samples.size());
}

float BprMfLearner::learn(const BprSample& sample, double learningRate) {
    float *const user = m_model.user(sample.user), *const wanted = m_model.item(sample.wanted),
                 *const other = m_model.item(sample.other);
    float difference = bpr::dotOfDifference(user, wanted, other, m_own.dim);
    if (m_own.itemBias) difference += m_model.bias(sample.wanted) - m_model.bias(sample.other);
    const bpr::PairLoss pair = bpr::pairLoss(difference);
    const float by = static_cast<float>(learningRate) * pair.slope;
    const auto keep = [&](double decay) { return static_cast<float>(1 - learningRate * decay); };
    bpr::updateVectors(user, wanted, other, m_own.dim, by, keep(m_own.userDecay), keep(m_own.itemDecay),
                       keep(m_own.negativeDecay));
    if (m_own.itemBias) {
        float &i = m_model.bias(sample.wanted), &j = m_model.bias(sample.other);
        i = keep(m_own.biasDecay) * i + by;
        j = keep(m_own.biasDecay) * j - by;
    }
    return pair.loss;
}

std::vector<StepLoss> BprMfLearner::takeLosses(bool /*all*/) {
    return std::exchange(m_losses, {});
}

SafeTensors BprMfLearner::state() const {
    return {};  // samples follow from their numbers, and plain descent remembers nothing
}

}  // namespace recscope
