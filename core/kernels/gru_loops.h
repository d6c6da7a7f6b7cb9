// SPDX-License-Identifier: GPL-3.0-or-later
// What a GRU does to every number of one history, in loops that become vector instructions; H = units.
#pragma once

#include <cstdint>

#include "core/kernels/gates.h"

namespace recscope {

/// Where the reset gate works on the state. After: r (U h + b), as torch.nn.GRUCell; Before: U (r h) + b, as the
/// original code.
enum class ResetGate { After, Before };

namespace kernels::gru {

/// gates = gate(input + inputBias + state + stateBias)
void openGates(Gate gate, const float* input, const float* inputBias, const float* state, const float* stateBias,
               float* gates, std::int64_t count);

/// What makes a new state of an old one.
struct Row {
    const float* resetGate;   ///< r (H)
    const float* updateGate;  ///< z (H)
    float* fromState;         ///< (H) U h, or U (r h); the bias is added to it
    float* candidate;         ///< n (H)
};

/// n = tanh(input + inputBias + r (fromState + stateBias)), out = (1 - z) n + z h; without r if it worked before.
/// out may be h.
void newState(ResetGate reset, const Row& row, const float* input, const float* inputBias, const float* stateBias,
              const float* h, float* out, std::int64_t units);

/// From the gradient of the new state to those of the sums: toInput and toState (3 H: reset, update, new). With
/// ResetGate::Before both are the same but for the reset gate, which is not written. slopes (2 H): of both gates.
void newStateBackward(ResetGate reset, const Row& row, const float* slopes, const float* gradient, const float* h,
                      float* toInput, float* toState, std::int64_t units);

/// ResetGate::Before: from the gradient of r h to that of the reset gate's sums. slopes (H): of the reset gate.
void resetBackward(const float* slopes, const float* gradient, const float* h, float* toInput, float* toState,
                   std::int64_t units);

}  // namespace kernels::gru

}  // namespace recscope
