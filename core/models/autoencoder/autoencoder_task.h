// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/models/autoencoder/autoencoder.h"
#include "core/models/autoencoder/autoencoder_net.h"
#include "core/models/minibatch/minibatch_training_module.h"

namespace recscope {

/// The training task of AutoRec and CDAE: each user with training items is a sample. What is left out of the input and
/// the negatives are functions of (seed, epoch, user).
class AutoencoderTask : public MinibatchTask {
public:
    /// `model` must outlive this.
    AutoencoderTask(Autoencoder& model, const RunConfig& config, MinibatchStep& step);

    std::int64_t setTrainingData(const Histories& histories) override;
    double computeGradients(const Share& share, kernels::Arena& arena) override;
    void endEpoch() override { m_model.averageUsers(); }
    std::vector<std::string> userTensors() const override { return m_model.userTensors(); }
    /// The number of items that the users have.
    std::int64_t predictions(std::span<const std::int32_t> samples) const override;

private:
    Autoencoder& m_model;
    AutoencoderConfig m_config;
    bool m_hasUsers;
    std::uint64_t m_seed;
    std::vector<AutoencoderNet> m_nets;  ///< one per thread
    ItemSets m_sets;
    std::vector<std::int32_t> m_users;  ///< the user of each sample
};

}  // namespace recscope
