// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/models/autoencoder/autoencoder.h"
#include "core/models/autoencoder/autoencoder_net.h"
#include "core/models/minibatch/minibatch_training_module.h"

namespace recscope {

/// Base of a training task in which each user with training items is a sample: the set of these items.
class UserSetTask : public MinibatchTask {
public:
    std::int64_t setTrainingData(const Histories& histories) override;
    /// The number of items in the sets of these samples.
    std::int64_t predictions(std::span<const std::int32_t> samples) const override;

protected:
    std::int32_t userOf(std::int64_t sample) const { return m_users[static_cast<std::size_t>(sample)]; }
    std::span<const Token> setOfUser(std::int32_t user) const { return m_sets.of(user); }
    const ItemSets& sets() const { return m_sets; }

private:
    ItemSets m_sets;
    std::vector<std::int32_t> m_users;  ///< the user of each sample
};

/// The training task of AutoRec and CDAE. The items left out of the input, and the negatives, are functions of (seed,
/// epoch, user).
class AutoencoderTask : public UserSetTask {
public:
    /// `model` must outlive this.
    AutoencoderTask(Autoencoder& model, const RunConfig& config, MinibatchStep& step);

    double computeGradients(const Share& share, kernels::Arena& arena) override;
    void endEpoch() override { m_model.averageUsers(); }
    std::vector<std::string> userTensors() const override { return m_model.userTensors(); }

private:
    Autoencoder& m_model;
    AutoencoderConfig m_config;
    bool m_hasUsers;
    std::uint64_t m_seed;
    std::vector<AutoencoderNet> m_nets;  ///< one per thread
};

}  // namespace recscope
