// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// The function between two linear layers, or at a gate. Silu: x sigmoid(x).
enum class Activation { None, Relu, Gelu, GeluTanh, Silu, Sigmoid };

/// x[r] = activation(x[r] + bias) for each row. `slope` receives the derivative of the activation at x[r] + bias,
/// unless the activation is None. With keepsSlopes, `slope` has one row for each row of x; otherwise it is a single row
/// that is overwritten.
void activate(Activation kind, const Matrix& x, const float* bias, float* slope, bool keepsSlopes);

}  // namespace recscope::kernels
