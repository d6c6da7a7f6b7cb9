// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transrec/transrec_training_module.h"

#include "core/models/pairwise/pair_loops.h"
#include "core/models/transrec/transrec_loops.h"

namespace recscope {

TransitionSamples TransRecTrainingModule::samplesOf(const Histories& histories) {
    m_model.counts().count(histories);  // for the ranking by popularity of queries without a last item
    return {histories, m_modelConfig.rules, m_config.training.seed};
}

double TransRecTrainingModule::learnAll(std::span<const TransitionSample> samples, double learningRate) {
    double loss = 0;
    for (const TransitionSample& sample : samples) loss += static_cast<double>(update(sample, learningRate));
    return loss;
}

float TransRecTrainingModule::update(const TransitionSample& sample, double learningRate) {
    const std::int64_t dim = m_model.dim();
    float* const last = m_model.item(sample.last);
    transrec::SampleVectors vectors{.last = last,
                                    .global = m_model.global(),
                                    .user = m_model.user(sample.user),
                                    .positive = m_model.item(sample.positive),
                                    .negative = m_model.item(sample.negative),
                                    .count = dim};
    if (learnsOnlyUsers()) {  // folds in new users: everything except the user's translation t_u stays fixed
        const float scoreDifference =
            m_model.bias(sample.positive) - m_model.bias(sample.negative) + transrec::distanceDifference(vectors);
        const pairs::PairLoss pair = pairs::pairLoss(scoreDifference);
        // The factor 2, here and below, is from the derivative of the squared distance.
        pairs::updateVector(vectors.user, vectors.positive, vectors.negative, dim,
                            2 * static_cast<float>(learningRate) * pair.slope,
                            static_cast<float>(1 - learningRate * m_modelConfig.translationDecay));
        return pair.loss;
    }
    // The last, the positive and the negative item are rows of one table. If the last item is also the positive or the
    // negative one, its row gets the sum of both updates: the update of the last item is computed in a copy of the row
    // and added afterwards.
    const bool lastOccursTwice = sample.last == sample.positive || sample.last == sample.negative;
    std::vector<float> before;
    if (lastOccursTwice) {
        before.assign(last, last + dim);
        m_lastCopy = before;
        vectors.last = m_lastCopy.data();
    }
    float &positiveBias = m_model.bias(sample.positive), &negativeBias = m_model.bias(sample.negative);
    const pairs::PairLoss pair = pairs::pairLoss(positiveBias - negativeBias + transrec::distanceDifference(vectors));
    const float stepSize = static_cast<float>(learningRate) * pair.slope;
    const auto decayFactor = [&](double decay) { return static_cast<float>(1 - learningRate * decay); };
    const float biasDecayFactor = decayFactor(m_modelConfig.biasDecay);
    positiveBias = biasDecayFactor * positiveBias + stepSize;
    negativeBias = biasDecayFactor * negativeBias - stepSize;
    const transrec::SquaredNorms squares =
        transrec::updateVectors(vectors, 2 * stepSize,
                                {.item = decayFactor(m_modelConfig.decay),
                                 .global = decayFactor(m_modelConfig.decay),
                                 .user = decayFactor(m_modelConfig.translationDecay)});
    if (lastOccursTwice) {
        for (std::size_t c = 0; c < before.size(); ++c) last[c] += m_lastCopy[c] - before[c];
        for (const Token token : {sample.last, sample.positive, sample.negative})
            transrec::projectIntoUnitBall(m_model.item(token), dim);
        return pair.loss;
    }
    transrec::projectIntoUnitBall(vectors.last, dim, squares.last);
    transrec::projectIntoUnitBall(vectors.positive, dim, squares.positive);
    transrec::projectIntoUnitBall(vectors.negative, dim, squares.negative);
    return pair.loss;
}

}  // namespace recscope
