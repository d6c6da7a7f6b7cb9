// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/operations.h"
#include "core/models/caser/caser_samples.h"
#include "core/models/minibatch/minibatch_step.h"

namespace recscope {

/// N pairs of a user and a window of L consecutive items of that user's history. Symbols as in CaserConfig.
struct CaserInputs {
    std::vector<Token> windows;       ///< (N, L) tokens; the vector of PAD is zero
    std::vector<std::int32_t> users;  ///< (N) row of each user in the user table; 0 = unknown user

    void add(std::span<const Token> window, std::int32_t userRow);
};

/// The network of Caser. The vectors of a window are an image of L rows:
///   v = each vertical filter's weighted sum of the rows,  h = the largest response of each horizontal filter
///   along the rows (ReLU),  z = ReLU(W [v ; h] + b),  state = [z ; user];  a score is state . output vector + bias
class CaserNet {
public:
    CaserNet(const CaserConfig& config, const ParameterLookup& parameters);

    /// Returns the states (N, 2 d). `inputs` must outlive the tape. dropoutSeed 0 disables dropout.
    kernels::Variable& states(kernels::Tape& tape, const CaserInputs& inputs, std::uint64_t dropoutSeed) const;

    /// Returns the contribution of these samples to the batch's loss and adds the gradients of that contribution. The
    /// loss is the mean of -log sigmoid(score) over the targets of all windows plus the mean of -log(1 -
    /// sigmoid(score)) over their negatives.
    double computeGradients(std::span<const CaserSample> samples, std::int64_t batchSamples, std::uint64_t dropoutSeed,
                            kernels::Arena& arena) const;

private:
    struct Filters {
        kernels::Parameter weight, bias;  ///< (n_h, height d), (n_h)
    };

    CaserConfig m_config;
    kernels::Parameter m_items, m_users, m_vertical, m_verticalBias, m_dense, m_denseBias, m_output, m_outputBias;
    std::vector<Filters> m_horizontal;  ///< the filters of height 1 … L
};

}  // namespace recscope
