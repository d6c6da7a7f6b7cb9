// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/autoencoder/autoencoder_task.h"
#include "core/models/autoencoder/rbm_net.h"

namespace recscope {

/// The training task of the restricted Boltzmann machine. The samples of both layers are functions of (seed, epoch,
/// user).
class RbmTask : public UserSetTask {
public:
    /// `model` must outlive this.
    RbmTask(Autoencoder& model, const RunConfig& config, MinibatchStep& step);

    /// Before the first training step, also sets the visible biases, see Autoencoder::setVisibleBiases.
    std::int64_t setTrainingData(const Histories& histories) override;
    double computeGradients(const Share& share, kernels::Arena& arena) override;

private:
    Autoencoder& m_model;
    std::uint64_t m_seed;
    std::vector<RbmNet> m_nets;  ///< one per thread
};

}  // namespace recscope
