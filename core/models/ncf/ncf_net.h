// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/arena.h"
#include "core/models/minibatch/minibatch_step.h"
#include "core/models/ncf/ncf_samples.h"

namespace recscope {

/// What training updates. Whole: NeuMF, by the loss of its joint score. Halves: GMF and the MLP as two separate models,
/// each by the loss of its own score; the reported loss is the mean of the two losses.
enum class NcfTrainedPart { Whole, Halves };

/// NeuMF: the score of a user and an item is w . [g ; m] + b, where g is the element-wise product of a user vector and
/// an item vector, and m is the output of a ReLU network that reads a second user vector and a second item vector.
class NeuMfNet {
public:
    NeuMfNet(const NcfConfig& config, const ParameterLookup& parameters);

    /// Sets what later calls of computeGradients() train.
    void setTrainedPart(NcfTrainedPart part) { m_trainedPart = part; }
    /// Returns the contribution of these samples to the mean loss of the batch (`batchSamples` samples), a binary
    /// cross-entropy, and adds the gradients of that contribution.
    double computeGradients(std::span<const NcfSample> samples, std::int64_t batchSamples, kernels::Arena& arena) const;

    /// Returns the contribution of the item vectors (V items, PAD and MASK) to the first layer's pre-activations, (V +
    /// 2, width of the layer). It is the same for all users.
    kernels::Matrix itemPart(kernels::Arena& arena) const;
    /// Writes the scores (V + 2) of all items for the user in row `userRow`.
    void scoreAll(std::int64_t userRow, const kernels::Matrix& itemPart, float* scores, kernels::Arena& arena) const;

private:
    struct Output {
        kernels::Parameter weight, bias;
    };
    struct Layer {
        kernels::Parameter weight, bias;
    };

    NcfConfig m_config;
    std::vector<std::int64_t> m_widths;
    kernels::Parameter m_users, m_items, m_mlpUsers, m_mlpItems, m_output, m_outputBias;
    Output m_productOutput, m_mlpOutput;  ///< output layers of GMF and of the MLP
    std::vector<Layer> m_layers;
    NcfTrainedPart m_trainedPart = NcfTrainedPart::Whole;
};

}  // namespace recscope
