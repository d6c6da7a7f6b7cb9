// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// The activation function of a linear layer or a gate. Gelu: exact, computed with erf; GeluTanh: its approximation
/// with tanh; Silu: x * sigmoid(x).
enum class Activation { None, Relu, Gelu, GeluTanh, Silu, Sigmoid, Tanh };

/// x[r] = activation(x[r] + bias) for each row r. `slope` receives the derivative of the activation at x[r] + bias,
/// unless the activation is None. With savesSlopes, `slope` has one row for each row of x; otherwise it is a single row
/// that is overwritten.
void activate(Activation kind, const Matrix& x, const float* bias, float* slope, bool savesSlopes);

}  // namespace recscope::kernels
