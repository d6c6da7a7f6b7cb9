// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bpr_mf/bpr_mf_training_module.h"

#include "core/metrics/baselines.h"
#include "core/models/pairwise/pair_loops.h"
#include "core/recommender/item_counts.h"

namespace recscope {

BprSamples BprMfTrainingModule::samplesOf(const Histories& histories) {
    RunConfig config = m_config;
    if (learnsOnlyUsers())
        bprMfOf(config).negatives = BprNegatives::Items;
    else
        zeroRowsOfUntrainedUsers(m_model.tensors(), m_model.userTensors(), histories, /*minItems=*/1);
    if (bprMfOf(config).negatives == BprNegatives::Interactions) rankUnseenLast(histories);
    return {histories, config};
}

/// Gives items without interactions a bias that ranks them last. Training never changes this bias, because negatives
/// drawn from the interactions never include such items.
void BprMfTrainingModule::rankUnseenLast(const Histories& histories) {
    const std::vector<float> counts = popularityScores(histories);
    for (Token item = kFirstItemToken; isItem(item, histories.itemCount); ++item) {
        if (counts[static_cast<std::size_t>(item)] == 0) m_model.bias(item) = kUnseen;
    }
}

double BprMfTrainingModule::learnAll(std::span<const BprSample> samples, double learningRate) {
    double loss = 0;
    for (const BprSample& sample : samples) loss += static_cast<double>(update(sample, learningRate));
    return loss;
}

float BprMfTrainingModule::update(const BprSample& sample, double learningRate) {
    float *const user = m_model.user(sample.user), *const positive = m_model.item(sample.positive),
                 *const negative = m_model.item(sample.negative);
    float difference = pairs::dotOfDifference(user, positive, negative, m_modelConfig.dim);
    if (m_modelConfig.itemBias) difference += m_model.bias(sample.positive) - m_model.bias(sample.negative);
    const pairs::PairLoss pair = pairs::pairLoss(difference);
    const float stepSize = static_cast<float>(learningRate) * pair.slope;
    // The factor by which weight decay scales a vector.
    const auto decayFactor = [&](double decay) { return static_cast<float>(1 - learningRate * decay); };
    if (learnsOnlyUsers()) {
        pairs::updateVector(user, positive, negative, m_modelConfig.dim, stepSize,
                            decayFactor(m_modelConfig.userDecay));
        return pair.loss;
    }
    pairs::updateVectors(user, positive, negative, m_modelConfig.dim, stepSize, decayFactor(m_modelConfig.userDecay),
                         decayFactor(m_modelConfig.itemDecay), decayFactor(m_modelConfig.negativeDecay));
    if (m_modelConfig.itemBias) {
        float &positiveBias = m_model.bias(sample.positive), &negativeBias = m_model.bias(sample.negative);
        positiveBias = decayFactor(m_modelConfig.biasDecay) * positiveBias + stepSize;
        negativeBias = decayFactor(m_modelConfig.biasDecay) * negativeBias - stepSize;
    }
    return pair.loss;
}

}  // namespace recscope
