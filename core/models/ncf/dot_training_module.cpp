// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/dot_training_module.h"

#include <algorithm>
#include <cmath>

#include "core/models/minibatch/epoch_order.h"
#include "core/models/minibatch/user_rows.h"
#include "core/models/ncf/ncf_loops.h"

namespace recscope {

NcfBlocks::NcfBlocks(const Histories& histories, const RunConfig& config)
    : m_samples(histories, ncfOf(config).negatives, config.training.seed), m_seed(config.training.seed) {}

void NcfBlocks::startEpoch(std::int64_t epoch) {
    m_epoch = epoch;
    shuffleEpoch(m_order, count(), m_seed, epoch);
}

std::vector<NcfSample> NcfBlocks::draw(std::int64_t block) const {
    std::vector<NcfSample> drawn;
    const std::int64_t end = std::min(count(), (block + 1) * kBlock);
    for (std::int64_t n = block * kBlock; n < end; ++n)
        drawn.push_back(m_samples.at(m_order[static_cast<std::size_t>(n)], m_epoch));
    return drawn;
}

NcfBlocks DotTrainingModule::samplesOf(const Histories& histories) {
    if (!learnsOnlyUsers())
        zeroRowsOfUntrainedUsers(m_model.tensors(), m_model.userTensors(), histories, /*minItems=*/1);
    m_model.count(histories);
    return {histories, m_config};
}

double DotTrainingModule::learnAll(std::span<const NcfSample> samples, double learningRate) {
    double loss = 0;
    for (const NcfSample& sample : samples) loss += update(sample, learningRate);
    return loss;
}

double DotTrainingModule::update(const NcfSample& sample, double learningRate) {
    const Ncf::Pair pair = m_model.pair(sample.user, sample.item);
    const float score =
        ncf::dot(pair.user, pair.item, m_modelConfig.dim) + *pair.userBias + *pair.itemBias + *pair.bias;
    const double x =
        static_cast<double>(sample.isPositiveItem ? -score : score);  // binary cross-entropy is log(1 + e^x)
    const double expMinusAbs = std::exp(-std::abs(x)), slope = (x < 0 ? expMinusAbs : 1) / (1 + expMinusAbs);
    const auto stepSize = static_cast<float>(learningRate * (sample.isPositiveItem ? slope : -slope));
    const auto decayFactor = static_cast<float>(1 - learningRate * m_modelConfig.decay);
    if (learnsOnlyUsers()) {
        ncf::updateUser(pair.user, pair.item, m_modelConfig.dim, stepSize, decayFactor);
        *pair.userBias = decayFactor * *pair.userBias + stepSize;
        return std::max(x, 0.0) + std::log1p(expMinusAbs);
    }
    ncf::updatePair(pair.user, pair.item, m_modelConfig.dim, stepSize, decayFactor);
    for (float* const bias : {pair.userBias, pair.itemBias, pair.bias}) *bias = decayFactor * *bias + stepSize;
    return std::max(x, 0.0) + std::log1p(expMinusAbs);
}

}  // namespace recscope
