// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// The activation function of a gate, with values in 0…1. HardSigmoid: 0.2 x + 0.5 clipped to 0…1, as in Theano.
enum class Gate { Sigmoid, HardSigmoid };

namespace kernels {

/// x = gate(x + y), element by element
void applyGate(Gate gate, float* x, const float* y, std::int64_t count);
/// Computes `slopes`, the derivatives of the gate function, from its values `gates`.
void gateSlopes(Gate gate, const float* gates, float* slopes, std::int64_t count);
/// out = x * y, element by element; `out` may alias x or y
void productOf(const float* x, const float* y, float* out, std::int64_t count);
/// out += x * y, element by element
void addProductOf(const float* x, const float* y, float* out, std::int64_t count);
/// x = a * x * y, element by element
void multiplyScaled(float* x, const float* y, float a, std::int64_t count);

}  // namespace kernels

}  // namespace recscope
