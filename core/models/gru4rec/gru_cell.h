// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/models/gru4rec/gru4rec_config.h"
#include "core/models/gru4rec/gru_loops.h"

namespace recscope {

/// The tensors of one GRU layer, or their gradients: 3 H rows: reset, update, new.
struct GruWeights {
    float *input = nullptr, *inputBias = nullptr;    ///< (3 H, D), (3 H)
    float *hidden = nullptr, *hiddenBias = nullptr;  ///< (3 H, H), (3 H)
};

/// One GRU layer going one position on for several histories side by side, and the way back through that one position:
///   r, z = sigmoid(W x + b + U h + c),  n = tanh(W x + b + r (U h + c)),  h' = (1 - z) n + z h
/// or, with ResetGate::Before, n = tanh(W x + b + U (r h) + c). The number of rows may change from call to call.
class GruCell {
public:
    GruCell(const GruWeights& weights, std::int64_t inputs, std::int64_t units, ResetGate reset);

    /// x (rows, D), h (rows, H) -> out (rows, H), which may be h.
    void forward(const float* x, const float* h, float* out, std::int64_t rows);

    /// From the gradient of `out` of the last forward, for the same x and h: writes the gradients of the weights and
    /// that of x. h counts as given: nothing goes back through time. Pre: `out` was not h.
    void backward(const float* x, const float* h, const float* outGradient, float* xGradient,
                  const GruWeights& gradients, std::int64_t rows);

private:
    gru::Row row(std::int64_t b);

    GruWeights m_weights;
    std::int64_t m_inputs, m_units;
    ResetGate m_reset;
    // Of the last forward.
    std::vector<float> m_fromInput, m_fromState;  ///< (rows, 3 H)
    std::vector<float> m_gates;                   ///< (rows, 2 H): r, z
    std::vector<float> m_candidates;              ///< (rows, H): n
    std::vector<float> m_resetState;              ///< (rows, H): r h, Before only
    // Of the way back.
    std::vector<float> m_toInput, m_toState;  ///< (rows, 3 H)
    std::vector<float> m_toResetState;        ///< (rows, H), Before only
};

}  // namespace recscope
