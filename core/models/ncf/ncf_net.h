// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/arena.h"
#include "core/models/minibatch/minibatch_step.h"
#include "core/models/ncf/ncf_samples.h"

namespace recscope {

/// What learns from a sample's loss. Halves: the product and the network each from the loss of its own score, as two
/// models would; their loss is the mean of the two.
enum class NcfTaught { Whole, Halves };

/// NeuMF: the score of a user and an item is w . [g ; m] + b, where g is the product of two vectors, number by number,
/// and m what a network with ReLU makes of two others.
class NeuMfNet {
public:
    NeuMfNet(const NcfConfig& config, const ParameterLookup& parameters);

    void teach(NcfTaught taught) { m_taught = taught; }
    /// What these samples add to the batch's mean loss, binary cross-entropy; adds its gradients.
    double learn(std::span<const NcfSample> samples, std::int64_t batchSamples, kernels::Arena& arena);

    /// The first layer's sums of every item without the user's part, (V + 2, width of the layer): what scores of all
    /// users begin with.
    kernels::Matrix itemPart(kernels::Arena& arena) const;
    /// Scores (V + 2) of all items for the user of that row.
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
    kernels::Parameter m_users, m_items, m_networkUsers, m_networkItems, m_output, m_outputBias;
    Output m_productOutput, m_networkOutput;  ///< of the halves
    std::vector<Layer> m_layers;
    NcfTaught m_taught = NcfTaught::Whole;
};

}  // namespace recscope
