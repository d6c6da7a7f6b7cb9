// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/models/minibatch/minibatch_training_module.h"
#include "core/models/ncf/ncf.h"
#include "core/models/ncf/ncf_net.h"

namespace recscope {

/// The training task of NeuMF: its samples are interactions and their negatives. During pretraining, the two halves
/// (GMF and MLP) are trained separately. Each step of pretraining ends by joining the halves into the whole model,
/// which is thus ready when pretraining ends.
class NcfTask : public MinibatchTask {
public:
    /// `model` must outlive this.
    NcfTask(Ncf& model, const RunConfig& config, MinibatchStep& step);

    std::int64_t setTrainingData(const Histories& histories) override;
    void startEpoch(std::int64_t epoch) override;
    void endStep() override;
    double computeGradients(const Share& share, kernels::Arena& arena) override;
    std::vector<std::string> userTensors() const override { return m_model.userTensors(); }

private:
    Ncf& m_model;
    NcfConfig m_config;
    std::uint64_t m_seed;
    MinibatchStep& m_step;
    NcfTrainedPart m_trainedPart = NcfTrainedPart::Whole;
    std::vector<std::unique_ptr<NeuMfNet>> m_nets;  ///< one per thread
    std::optional<NcfSamples> m_samples;
};

}  // namespace recscope
