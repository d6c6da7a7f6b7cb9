// SPDX-License-Identifier: GPL-3.0-or-later
// The element-wise operations of an LSTM for one history, in loops that the compiler vectorizes; H = units.
#pragma once

#include <cstdint>

namespace recscope::kernels {

/// Pointers to the values of one history at one step.
struct LstmRow {
    float* gates;         ///< (4 H): the sums of i, f, g, o; lstmForward() replaces them with the gates' values
    float* cell;          ///< c (H)
    float* cellTanh;      ///< tanh(c) (H)
    const float* before;  ///< c of the step before (H)
};

/// i, f, o = sigmoid(sum + bias), g = tanh(sum + bias), c = f c_before + i g, state = o tanh(c). bias (4 H).
void lstmForward(const LstmRow& row, const float* bias, float* state, std::int64_t units);
/// From the gradient of the state and `cellGradient`, which is that of c from the next step, computes the gradients of
/// the four sums (4 H) and replaces `cellGradient` with that of `before`.
void lstmBackward(const LstmRow& row, const float* stateGradient, float* cellGradient, float* sumGradients,
                  std::int64_t units);

}  // namespace recscope::kernels
