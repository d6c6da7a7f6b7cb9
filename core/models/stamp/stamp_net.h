// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/kernels/operations.h"
#include "core/models/minibatch/prefix_task.h"
#include "core/models/stamp/stamp_config.h"

namespace recscope {

/// The network of STAMP. x_t is the item vector (d) at position t of a history, clipped to L2 norm 1; m is the mean of
/// the history's x_t, and l the last x_t:
///   alpha_t = w0 . sigmoid(W1 x_t + W2 l + W3 m + b),  a = sum alpha_t x_t (+ m if addsMean),
///   state = tanh(Ws a + bs) * tanh(Wt l + bt);  a score is state . item vector
class StampNet {
public:
    StampNet(const StampConfig& config, const ParameterLookup& parameters);

    const kernels::Parameter& items() const { return m_items; }
    /// Returns the states (N, d) of N histories with P positions in total; that of an empty history is zero if there
    /// are no biases. `alphas`, if not null, receives alpha of every position (P). This and `histories` must outlive
    /// the tape, and a later call invalidates it. STAMP has no dropout, so `dropoutSeed` has no effect.
    kernels::Variable& states(kernels::Tape& tape, const PackedHistories& histories, std::uint64_t dropoutSeed = 0,
                              std::vector<float>* alphas = nullptr);

private:
    StampConfig m_config;
    kernels::Parameter m_items, m_attentionLast, m_attentionMean, m_attentionBias, m_session, m_sessionBias, m_last,
        m_lastBias;
    kernels::AdditiveAttention m_attention;
    std::vector<std::int32_t> m_lastRows;  ///< (N) row of the last item of each history; -1 if it is empty
};

}  // namespace recscope
