// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// What opens a gate, 0…1, as far as a sum says. Sigmoid; HardSigmoid: 0.2 x + 0.5 between 0 and 1, as Theano has it.
enum class Gate { Sigmoid, HardSigmoid };

namespace kernels {

/// x = gate(x + y)
void openGates(Gate gate, float* x, const float* y, std::int64_t count);
/// slopes = the gate's derivative where it is open that far.
void gateSlopes(Gate gate, const float* gates, float* slopes, std::int64_t count);
/// x = tanh(x + bias) of each row.
void tanhRows(float* x, const float* bias, std::int64_t rows, std::int64_t columns);
/// gradient = gradient (1 - value^2), value = tanh
void tanhBackward(const float* values, float* gradient, std::int64_t count);
/// out = x y; out may be either
void productOf(const float* x, const float* y, float* out, std::int64_t count);
/// out += x y
void addProductOf(const float* x, const float* y, float* out, std::int64_t count);
/// x = a x y
void multiplyScaled(float* x, const float* y, float a, std::int64_t count);

}  // namespace kernels

}  // namespace recscope
