// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>

#include "core/models/autoencoder/autoencoder_net.h"

namespace recscope {

enum class RbmLayer { Hidden, Visible };
/// Writes the uniform random numbers in [0, 1) by which the units of a layer are sampled for user n of a batch: d
/// numbers for the hidden layer, V for the visible layer (of the items 1 … V).
using RbmDraws = std::function<void(std::size_t n, RbmLayer layer, std::span<float> numbers)>;

/// Some users of a batch, for training.
struct RbmBatch {
    AutoencoderInputs data;  ///< their sets; no dropout
    RbmDraws draws;
    double weight = 1;  ///< 1 / number of users of the whole batch
};

/// The gradients of a restricted Boltzmann machine of binary units: visible units v, one per item (1 = the user has
/// it), and d hidden units h. For the weights W (V, d), the hidden biases b and the visible biases c:
///   p(h | v) = sigmoid(v W + b),  p(v | h) = sigmoid(W h + c).
/// Contrastive divergence with one step (CD-1; Hinton, Neural Computation 2002): h is sampled from p(h | v), then v'
/// from p(v | h), and each weight's gradient is v' p(h | v') - v p(h | v). This is the gradient of F(v) - F(v') with
/// fixed v', where F(v) = -v.c - sum log(1 + exp(v W + b)) is the free energy.
class RbmNet {
public:
    explicit RbmNet(const ParameterLookup& parameters);

    /// Adds the gradients of CD-1. Returns these users' contribution to the reconstruction error: the mean over users
    /// of the squared distance of p(v | h) from v. (CD-1 does not minimise exactly this error.)
    double computeGradients(const RbmBatch& batch, kernels::Arena& arena) const;

private:
    /// Adds `factor` times the gradient of F for these sets; that of W is added by the tape's backward pass. Returns
    /// p(h | v) (N, d). `sets` must outlive the tape.
    kernels::Matrix addFreeEnergy(kernels::Tape& tape, const AutoencoderInputs& sets, float factor) const;
    /// Samples h for all users, then v', which is returned. `hidden` (N, d) is p(h | v) and is replaced by h. Adds the
    /// squared distance of p(v | h) from v to `error`.
    AutoencoderInputs reconstruct(const kernels::Matrix& hidden, const RbmBatch& batch, kernels::Arena& arena,
                                  double& error) const;

    kernels::Parameter m_weights, m_hiddenBias, m_visibleBias;
};

}  // namespace recscope
