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

/// One forward pass of NARM over some histories, and the backward pass. With h the states of a GRU that reads the items
/// and T the last position:
///   alpha_t = v . gate(A1 h_T + A2 h_t),  c = [sum alpha_t h_t ; h_T],  state = B c;  a score is state . item vector
class NarmNet {
public:
    NarmNet(const NarmConfig& config, const ParameterLookup& parameters);

    /// (N, d), in the arena, which must outlive the backward pass, as must `histories`. An empty history gives zeros.
    /// dropoutSeed 0: nothing is dropped.
    kernels::Matrix forward(const PackedHistories& histories, std::uint64_t dropoutSeed, kernels::Arena& arena);
    /// alpha of every position of the last forward pass.
    std::span<const float> alphas() const { return m_attention->alphas(); }
    /// Given the gradient of the states, adds to the gradients of the parameters.
    void backward(const kernels::Matrix& stateGradient);

    /// Returns the contribution of these samples to the batch's mean loss, softmax cross-entropy over all items; adds
    /// its gradients.
    double learn(const PrefixBatch& batch, kernels::Arena& arena);

private:
    void orderPositions();

    NarmConfig m_config;
    kernels::Parameter m_items, m_input, m_inputBias, m_hidden, m_attentionState, m_attentionLast, m_attentionVector,
        m_projection;
    std::vector<float> m_zeros;  ///< (3 H): the GRU has no second bias

    // From the last forward pass.
    const PackedHistories* m_histories = nullptr;
    kernels::Arena* m_arena = nullptr;
    std::vector<std::int32_t> m_lastRows;   ///< (N) the row of the newest position of each history; -1: none
    std::vector<std::int32_t> m_gruRows;    ///< (P) the row of each position in the GRU's order
    std::vector<std::int32_t> m_gruStarts;  ///< `starts` of GruSequences
    kernels::Dropout m_inputDropout, m_stateDropout;
    kernels::Matrix m_read;             ///< (P, d) in the GRU's order
    kernels::Matrix m_states, m_lasts;  ///< (P, H) h by history, (N, H) h_T
    kernels::Matrix m_both;             ///< (N, 2 H) c
    std::optional<GruSequences> m_gru;
    std::optional<kernels::AdditiveAttention> m_attention;
};

}  // namespace recscope
