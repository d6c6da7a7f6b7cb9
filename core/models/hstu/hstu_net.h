// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/kernels/dropout_keys.h"
#include "core/models/hstu/hstu_config.h"
#include "core/models/hstu/pointwise_attention.h"
#include "core/models/minibatch/minibatch_step.h"
#include "core/recommender/attention_maps.h"

namespace recscope {

/// HSTU on packed rows. x_0 = sqrt(d) * item vector + position vector, where positions are counted back from the newest
/// item. Each layer:
///   z = LN(x), 0 at hidden positions;  u, v, q, k = SiLU(z W_u), SiLU(z W_v), SiLU(z W_q), SiLU(z W_k);
///   x' = x + W_o dropout(u * LN(attention(q, k, v))) + b_o.
class HstuNet {
public:
    HstuNet(const HstuConfig& config, const ParameterLookup& parameters);

    /// States (P, d) of all rows after the last layer. `dropoutSeed` 0 disables dropout. `rows` must outlive the tape,
    /// and this object must not be used for other rows before the tape's backward pass. `maps`, if not null, receives
    /// the attention maps of each layer (see PointwiseAttention::attend).
    kernels::Variable& states(kernels::Tape& tape, const HstuRows& rows, std::uint64_t dropoutSeed,
                              std::vector<std::vector<float>>* maps = nullptr);
    /// From now on, replaces the output of these heads with 0.
    void disableHeads(std::span<const HeadId> heads) { m_disabledHeads.assign(heads.begin(), heads.end()); }
    const kernels::Parameter& items() const { return m_items; }

private:
    struct Layer {
        kernels::Parameter inputNorm, inputNormBias, gate, value, query, key, attentionNorm, attentionNormBias, output,
            outputBias;
        AttentionBiases biases;
    };
    /// Returns a copy of x with zeros at hidden positions, or x itself if no position is hidden.
    kernels::Variable& zeroHiddenRows(kernels::Tape& tape, kernels::Variable& x, const HstuRows& rows) const;
    /// Sets the output of this layer's disabled heads to 0, in place, and returns x.
    kernels::Variable& withoutHeads(kernels::Tape& tape, kernels::Variable& x, std::int64_t layer) const;

    HstuConfig m_config;
    kernels::Parameter m_items, m_positions;
    std::vector<Layer> m_layers;
    std::vector<HeadId> m_disabledHeads;
    // Set by the last call of `states`; the tape refers to these values.
    std::vector<std::int32_t> m_positionOf;  ///< (P) row of each position in m_positions
    std::unique_ptr<PointwiseAttention> m_attention;
};

/// The names and shapes of the tensors, for V items.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> hstuTensors(const HstuConfig& config,
                                                                           std::int32_t itemCount);

}  // namespace recscope
