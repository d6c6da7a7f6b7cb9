// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/models/minibatch/minibatch_learner.h"
#include "core/models/ncf/ncf.h"
#include "core/models/ncf/ncf_net.h"

namespace recscope {

/// Interactions and their negatives are the samples of a NeuMF.
class NcfTask : public MinibatchTask {
public:
    /// `model` must outlive this.
    NcfTask(Ncf& model, const RunConfig& config, MinibatchStep& step);

    std::int64_t learnFrom(const Histories& histories) override;
    double learn(const Share& share, kernels::Arena& arena) override;
    std::vector<std::string> userTensors() const override { return m_model.userTensors(); }

private:
    Ncf& m_model;
    NcfConfig m_config;
    std::uint64_t m_seed;
    std::vector<std::unique_ptr<NeuMfNet>> m_nets;  ///< one a thread
    std::optional<NcfSamples> m_samples;
};

}  // namespace recscope
