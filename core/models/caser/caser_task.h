// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/models/caser/caser.h"
#include "core/models/caser/caser_net.h"
#include "core/models/minibatch/minibatch_training_module.h"

namespace recscope {

/// The training task of Caser: its samples are windows of histories.
class CaserTask : public MinibatchTask {
public:
    /// `model` must outlive this.
    CaserTask(Caser& model, const RunConfig& config, MinibatchStep& step);

    std::int64_t setTrainingData(const Histories& histories) override;
    double computeGradients(const Share& share, kernels::Arena& arena) override;
    std::vector<std::string> userTensors() const override { return m_model.userTensors(); }
    void endEpoch() override { m_model.averageUsers(); }
    std::int64_t predictions(std::span<const std::int32_t> samples) const override {
        return m_config.targets * std::ssize(samples);
    }

private:
    Caser& m_model;
    CaserConfig m_config;
    std::uint64_t m_seed;
    std::vector<std::unique_ptr<CaserNet>> m_nets;  ///< one per thread
    std::optional<CaserSamples> m_samples;
};

}  // namespace recscope
