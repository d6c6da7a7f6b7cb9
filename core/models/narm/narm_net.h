// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/kernels/additive_attention.h"
#include "core/kernels/gru.h"
#include "core/models/minibatch/prefix_task.h"
#include "core/models/narm/narm_config.h"

namespace recscope {

/// One forward pass of NARM over N histories with P positions in total, and the backward pass. h_t is the state (H) of
/// the GRU after position t, T the last position of a history, and d the width of the item vectors:
///   alpha_t = v . gate(A1 h_T + A2 h_t),  c = [sum alpha_t h_t ; h_T],  state = B c;  a score is state . item vector.
/// `gate` is the function `attentionGate` of the config; with `attentionSoftmax`, alpha is softmaxed over each history.
class NarmNet {
public:
    NarmNet(const NarmConfig& config, const ParameterLookup& parameters);

    /// Returns the states (N, d), allocated in the arena. The arena and `histories` must outlive the backward pass. The
    /// state of an empty history is zero. dropoutSeed 0 disables dropout.
    kernels::Matrix forward(const PackedHistories& histories, std::uint64_t dropoutSeed, kernels::Arena& arena);
    /// The attention weight alpha of every position of the last forward pass.
    std::span<const float> alphas() const { return m_attention->alphas(); }
    /// Adds to the gradients of the parameters, given the gradient of the states.
    void backward(const kernels::Matrix& stateGradient);

    /// Returns the contribution of these samples to the batch's mean loss, a softmax cross-entropy over all items, and
    /// adds the gradients of that contribution.
    double computeGradients(const PrefixBatch& batch, kernels::Arena& arena);

private:
    void orderPositions();

    NarmConfig m_config;
    kernels::Parameter m_items, m_input, m_inputBias, m_hidden, m_attentionState, m_attentionLast, m_attentionVector,
        m_projection;
    std::vector<float> m_zeros;  ///< (3 H) in place of the hidden bias, which NARM's GRU does not have

    // From the last forward pass.
    const PackedHistories* m_histories = nullptr;
    kernels::Arena* m_arena = nullptr;
    std::vector<std::int32_t> m_lastRows;   ///< (N) row of the newest position of each history; -1 if it is empty
    std::vector<std::int32_t> m_gruRows;    ///< (P) the row of each position in the order that GruSequences needs
    std::vector<std::int32_t> m_gruStarts;  ///< `starts` of GruSequences
    kernels::Dropout m_inputDropout, m_stateDropout;
    kernels::Matrix m_inputs;                ///< (P, d) item vectors after dropout, in the GRU's order
    kernels::Matrix m_states, m_lastStates;  ///< (P, H) h in the order of the histories; (N, H) h_T
    kernels::Matrix m_combined;              ///< (N, 2 H) c
    std::optional<GruSequences> m_gru;
    std::optional<kernels::AdditiveAttention> m_attention;
};

}  // namespace recscope
