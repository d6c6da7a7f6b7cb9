// SPDX-License-Identifier: GPL-3.0-or-later
// Random initial values for the tensors of a model.
#pragma once

#include <cstdint>

#include "core/util/random.h"

namespace recscope {

/// Draws one value from the standard normal distribution.
double standardNormal(Random& random);
/// Fills `values` from the normal distribution with mean 0 and standard deviation `deviation`.
void drawNormal(float* values, std::int64_t count, double deviation, Random& random);
/// Fills `values` from U(-limit, limit).
void drawUniform(float* values, std::int64_t count, double limit, Random& random);
/// Fills `values` with a random (size, size) matrix whose rows are orthonormal.
void drawOrthogonal(float* values, std::int64_t size, Random& random);

}  // namespace recscope
