// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// The activation function of a gate, with values in 0…1. HardSigmoid: 0.2 x + 0.5 clipped to 0…1, as in Theano.
enum class Gate { Sigmoid, HardSigmoid };

namespace kernels {

/// x = gate(x + y)
void openGates(Gate gate, float* x, const float* y, std::int64_t count);
/// slopes = the derivative of the gate function, computed from the function's values `gates`.
void gateSlopes(Gate gate, const float* gates, float* slopes, std::int64_t count);
/// x = tanh(x + bias) of each row.
void tanhRows(float* x, const float* bias, std::int64_t rows, std::int64_t columns);
/// gradient *= 1 - values^2, where `values` are results of tanh
void tanhBackward(const float* values, float* gradient, std::int64_t count);
/// out = x y, element by element; out may be x or y
void productOf(const float* x, const float* y, float* out, std::int64_t count);
/// out += x y, element by element
void addProductOf(const float* x, const float* y, float* out, std::int64_t count);
/// x = a x y
void multiplyScaled(float* x, const float* y, float a, std::int64_t count);

}  // namespace kernels

}  // namespace recscope
