// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/models/pairwise/sample_training_module.h"
#include "core/models/pairwise/transition_samples.h"
#include "core/models/transrec/transrec.h"
#include "core/models/transrec/transrec_config.h"

namespace recscope {

/// Trains TransRec by S-BPR: the loss is -log sigmoid(score of the positive item - score of the negative item). After
/// each sample, the vectors of its three items are projected into the unit ball.
class TransRecTrainingModule : public SampleTrainingModule<TransitionSamples> {
public:
    /// `model` must outlive this.
    TransRecTrainingModule(TransRec& model, const RunConfig& config)
        : m_model(model), m_config(config), m_modelConfig(transRecOf(config)) {}

    /// Makes one update and returns the loss before the update, without the weight decay.
    float update(const TransitionSample& sample, double learningRate);

protected:
    TransitionSamples samplesOf(const Histories& histories) override;
    double learnAll(std::span<const TransitionSample> samples, double learningRate) override;

private:
    TransRec& m_model;
    RunConfig m_config;
    TransRecConfig m_modelConfig;
    std::vector<float> m_lastCopy;  ///< copy of the last item's vector, used if the sample has this item twice
};

}  // namespace recscope
