// SPDX-License-Identifier: GPL-3.0-or-later
// The vector operations of NCF and of its baseline, the dot product, in loops that the compiler vectorizes.
#pragma once

#include <cstdint>

namespace recscope::ncf {

/// x . y
float dot(const float* x, const float* y, std::int64_t count);
/// p = decayFactor p + stepSize q, q = decayFactor q + stepSize p; both are read before either is written.
void updatePair(float* p, float* q, std::int64_t count, float stepSize, float decayFactor);
/// p = decayFactor p + stepSize q; q is unchanged.
void updateUser(float* p, const float* q, std::int64_t count, float stepSize, float decayFactor);
/// out = max(x + y, 0)
void addAndRelu(const float* x, const float* y, float* out, std::int64_t count);

}  // namespace recscope::ncf
