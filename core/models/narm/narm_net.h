// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/kernels/operations.h"
#include "core/kernels/position_order.h"
#include "core/models/minibatch/prefix_task.h"
#include "core/models/narm/narm_config.h"

namespace recscope {

/// The network of NARM. For a history with GRU states h_t (H), T its last position, and d the width of the item
/// vectors:
///   alpha_t = v . gate(A1 h_T + A2 h_t),  c = [sum alpha_t h_t ; h_T],  state = B c;  a score is state . item vector.
/// `gate` is the function `attentionGate` of the config; with `attentionSoftmax`, alpha is normalised by a softmax over
/// each history.
class NarmNet {
public:
    NarmNet(const NarmConfig& config, const ParameterLookup& parameters);

    const kernels::Parameter& items() const { return m_items; }
    /// Returns the states (N, d) of N histories with P positions in total; that of an empty history is zero. `alphas`,
    /// if not null, receives alpha of every position (P). dropoutSeed 0 disables dropout. This and `histories` must
    /// outlive the tape, and a later call invalidates it.
    kernels::Variable& states(kernels::Tape& tape, const PackedHistories& histories, std::uint64_t dropoutSeed,
                              std::vector<float>* alphas = nullptr);

private:
    NarmConfig m_config;
    kernels::Parameter m_items, m_attentionLast, m_projection;
    kernels::GruParameters m_gru;
    kernels::AdditiveAttention m_attention;

    // From the last call of states().
    std::vector<std::int32_t> m_lastRows;  ///< (N) row of the newest position of each history; -1 if it is empty
    kernels::PositionOrder m_order;
};

}  // namespace recscope
