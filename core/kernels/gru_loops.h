// SPDX-License-Identifier: GPL-3.0-or-later
// The element-wise operations of a GRU for one history, in loops that the compiler vectorizes; H = units.
#pragma once

#include <cstdint>

#include "core/kernels/gates.h"

namespace recscope {

/// Where the reset gate acts on the state. After: r (U h + c), as in torch.nn.GRUCell; Before: U (r h) + c, as in the
/// original GRU4Rec code. Symbols as in GruCell (gru.h).
enum class ResetGate { After, Before };

namespace kernels::gru {

/// gates = gate(input + inputBias + state + stateBias)
void applyGate(Gate gate, const float* input, const float* inputBias, const float* state, const float* stateBias,
               float* gates, std::int64_t count);

/// Pointers to the values from which the new state of one history is computed.
struct Row {
    const float* resetGate;   ///< r (H)
    const float* updateGate;  ///< z (H)
    float* fromState;         ///< (H): U h, or U (r h) for ResetGate::Before; newState may add the bias in place
    float* candidate;         ///< n (H)
};

/// n = tanh(input + inputBias + r (fromState + stateBias)), out = (1 - z) n + z h. For ResetGate::Before, the factor r
/// is left out, because fromState already contains it. `out` may alias h.
void newState(ResetGate reset, const Row& row, const float* input, const float* inputBias, const float* stateBias,
              const float* h, float* out, std::int64_t units);

/// Computes the gradients of the pre-activations, toInput and toState (3 H: reset, update, new), from the gradient of
/// the new state. With ResetGate::Before, toInput and toState are equal, and their reset part is left for
/// resetBackward() to write. slopes (2 H): derivatives of both gates.
void newStateBackward(ResetGate reset, const Row& row, const float* slopes, const float* gradient, const float* h,
                      float* toInput, float* toState, std::int64_t units);

/// ResetGate::Before: computes the gradient of the reset gate's pre-activation from the gradient of r h. slopes (H):
/// derivative of the reset gate.
void resetBackward(const float* slopes, const float* gradient, const float* h, float* toInput, float* toState,
                   std::int64_t units);

}  // namespace kernels::gru

}  // namespace recscope
