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

/// HSTU on packed rows. x_0 = sqrt(d) item vector + position vector, counted from the newest; each layer:
///   z = LN(x), 0 at hidden positions;  u, v, q, k = SiLU(z W_u), SiLU(z W_v), SiLU(z W_q), SiLU(z W_k);
///   x' = x + W_o dropout(u * LN(attention(q, k, v))) + b_o.
class HstuNet {
public:
    HstuNet(const HstuConfig& config, const ParameterLookup& parameters);

    /// States (P, d) of all rows after the last layer. `dropoutSeed` 0: nothing is dropped. `rows` must outlive the
    /// tape, and this object must not be used for other rows before the tape's backward pass. `maps`, if not null,
    /// receives the attention of each layer, see PointwiseAttention::attend.
    kernels::Variable& states(kernels::Tape& tape, const HstuRows& rows, std::uint64_t dropoutSeed,
                              std::vector<std::vector<float>>* maps = nullptr);
    /// Multiplies the output of these heads by 0 from now on.
    void switchOff(std::span<const HeadId> heads) { m_off.assign(heads.begin(), heads.end()); }
    const kernels::Parameter& items() const { return m_items; }

private:
    struct Layer {
        kernels::Parameter inputNorm, inputNormBias, gate, value, query, key, attentionNorm, attentionNormBias, output,
            outputBias;
        AttentionBiases biases;
    };
    /// x with rows of zeros at hidden positions.
    kernels::Variable& hidden(kernels::Tape& tape, kernels::Variable& x, const HstuRows& rows) const;
    /// x without the output of the heads of this layer that are switched off.
    kernels::Variable& withoutHeads(kernels::Tape& tape, kernels::Variable& x, std::int64_t layer) const;

    HstuConfig m_config;
    kernels::Parameter m_items, m_positions;
    std::vector<Layer> m_layers;
    std::vector<HeadId> m_off;
    // Of the last call of `states`; the tape refers to them.
    std::vector<std::int32_t> m_positionOf;  ///< (P) row of each position in m_positions
    std::unique_ptr<PointwiseAttention> m_attention;
};

/// The names and shapes of the tensors, for V items.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> hstuTensors(const HstuConfig& config,
                                                                           std::int32_t itemCount);

}  // namespace recscope
