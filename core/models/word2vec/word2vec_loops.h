// SPDX-License-Identifier: GPL-3.0-or-later
// The vector operations of a word2vec sample, in loops that the compiler vectorizes.
#pragma once

#include <cstdint>

namespace recscope::word2vec {

float dot(const float* x, const float* y, std::int64_t count);

/// y += a x
void addScaled(float* y, const float* x, std::int64_t count, float a);

/// gradient += a y, then y += a x
void updateBoth(float* y, float* gradient, const float* x, std::int64_t count, float a);

}  // namespace recscope::word2vec
