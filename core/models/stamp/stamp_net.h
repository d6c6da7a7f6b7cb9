// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/kernels/additive_attention.h"
#include "core/kernels/tape.h"
#include "core/models/minibatch/prefix_task.h"
#include "core/models/stamp/stamp_config.h"

namespace recscope {

/// One forward pass of STAMP over N histories with P positions in total, and the backward pass. x_t is the item vector
/// (d) at position t, clipped to L2 norm 1; m is the mean of a history's x_t, and l the last x_t:
///   alpha_t = w0 . sigmoid(W1 x_t + W2 l + W3 m + b),  a = sum alpha_t x_t (+ m if addsMean),
///   state = tanh(Ws a + bs) * tanh(Wt l + bt);  a score is state . item vector
class StampNet {
public:
    StampNet(const StampConfig& config, const ParameterLookup& parameters);

    /// Returns the states (N, d), allocated in the arena. The arena and `histories` must outlive the backward pass. The
    /// state of an empty history is zero.
    kernels::Matrix forward(const PackedHistories& histories, kernels::Arena& arena);
    /// The attention weight alpha of every position of the last forward pass.
    std::span<const float> alphas() const { return m_attention->alphas(); }
    /// Adds to the gradients of the parameters, given the gradient of the states.
    void backward(const kernels::Matrix& stateGradient);

    /// Returns the contribution of these samples to the batch's mean loss, a softmax cross-entropy over all items, and
    /// adds the gradients of that contribution.
    double computeGradients(const PrefixBatch& batch, kernels::Arena& arena);

private:
    kernels::Matrix layer(const kernels::Matrix& x, const kernels::Parameter& weight, const kernels::Parameter& bias);
    void layerBackward(const kernels::Matrix& x, const kernels::Parameter& weight, const kernels::Parameter& bias,
                       const kernels::Matrix& gradient, const kernels::Matrix& xGradient);

    StampConfig m_config;
    kernels::Parameter m_items, m_attentionItem, m_attentionLast, m_attentionMean, m_attentionBias, m_attentionVector,
        m_session, m_sessionBias, m_last, m_lastBias;
    std::vector<float> m_zeros;  ///< (d) used as biases if the config has none

    // From the last forward pass.
    const PackedHistories* m_histories = nullptr;
    kernels::Arena* m_arena = nullptr;
    float* m_norms = nullptr;                        ///< (P) L2 norms of the item vectors before clipping
    kernels::Matrix m_inputs, m_means, m_lastItems;  ///< (P, d) x; (N, d) m; (N, d) l
    kernels::Matrix m_mixed, m_general, m_current;   ///< (N, d) a; tanh(Ws a + bs); tanh(Wt l + bt)
    std::optional<kernels::AdditiveAttention> m_attention;
};

}  // namespace recscope
