// SPDX-License-Identifier: GPL-3.0-or-later
// Random initial values for the tensors of a model.
#pragma once

#include <cstdint>

#include "core/util/random.h"

namespace recscope {

/// One value of the standard normal distribution.
double standardNormal(Random& random);
/// Normal with mean 0 and this standard deviation.
void drawNormal(float* values, std::int64_t count, double deviation, Random& random);
/// U(-limit, limit)
void drawUniform(float* values, std::int64_t count, double limit, Random& random);
/// (size, size), its rows orthogonal and of length 1.
void drawOrthogonal(float* values, std::int64_t size, Random& random);

}  // namespace recscope
