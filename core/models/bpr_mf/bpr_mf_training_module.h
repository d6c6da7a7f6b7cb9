// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/bpr_mf/bpr_mf.h"
#include "core/models/bpr_mf/bpr_samples.h"
#include "core/models/pairwise/sample_training_module.h"

namespace recscope {

/// Trains BPR-MF: a sample changes the vectors of one user and two items.
class BprMfTrainingModule : public SampleTrainingModule<BprSamples> {
public:
    /// `model` must outlive this.
    BprMfTrainingModule(BprMf& model, const RunConfig& config)
        : m_model(model), m_config(config), m_modelConfig(bprMfOf(config)) {}

    /// Makes one update and returns the loss before the update, without the weight decay: -log sigmoid of the
    /// difference of the two scores.
    float update(const BprSample& sample, double learningRate);

protected:
    /// When only users are trained, negatives are drawn uniformly from all items, because the history of a single user
    /// does not show which items are popular.
    BprSamples samplesOf(const Histories& histories) override;
    double learnAll(std::span<const BprSample> samples, double learningRate) override;
    void epochEnded() override { m_model.averageUsers(); }

private:
    void rankUnseenLast(const Histories& histories);

    BprMf& m_model;
    RunConfig m_config;
    BprMfConfig m_modelConfig;
};

}  // namespace recscope
