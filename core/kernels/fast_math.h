// SPDX-License-Identifier: GPL-3.0-or-later
// Scalar functions for loops that the compiler vectorizes. Files with such loops are compiled with the options of
// loops.cpp (core/CMakeLists.txt).
#pragma once

#include <cstdint>

namespace recscope::kernels {

// The functions below are inlined into loops: they must not branch and must not call anything. Even std::max is not
// allowed, because the compiler does not inline it into the function clones for other instruction sets.
#define RECSCOPE_INLINE __attribute__((always_inline)) inline

/// The larger of two numbers; b if either of them is NaN.
RECSCOPE_INLINE float larger(float a, float b) {
    return a > b ? a : b;
}

/// The smaller of two numbers; b if either of them is NaN.
RECSCOPE_INLINE float smaller(float a, float b) {
    return a < b ? a : b;
}

/// exp(x) with an error of about one unit in the last place; arguments are clamped to -87 … 88, and exp(-87) = 2e-38.
/// The argument is reduced by multiples of ln 2, a constant stored in two parts, to |r| <= ln(2)/2. For these r, the
/// remainder of the Taylor polynomial of degree 7 is below 1e-8.
RECSCOPE_INLINE float fastExp(float x) {
    constexpr float kShift = 12582912.0F;  // 1.5 * 2^23: adding it rounds to whole numbers
    const float limited = smaller(88.0F, larger(-87.0F, x));
    const float n = (limited * 1.44269504F + kShift) - kShift;
    const float r = (limited - n * 0.693359375F) + n * 2.12194440e-4F;
    float p = 1.0F / 5040;
    p = p * r + 1.0F / 720;
    p = p * r + 1.0F / 120;
    p = p * r + 1.0F / 24;
    p = p * r + 1.0F / 6;
    p = p * r + 0.5F;
    p = p * r + 1.0F;
    p = p * r + 1.0F;
    const float power = __builtin_bit_cast(float, (static_cast<std::int32_t>(n) + 127) << 23);
    return p * power;
}

/// log(1 + y) for 0 <= y <= 1: the series of the inverse hyperbolic tangent, 2 atanh(y / (2 + y)).
RECSCOPE_INLINE float fastLog1p(float y) {
    const float z = y / (2.0F + y), s = z * z;  // z <= 1/3
    float p = 1.0F / 15;
    p = p * s + 1.0F / 13;
    p = p * s + 1.0F / 11;
    p = p * s + 1.0F / 9;
    p = p * s + 1.0F / 7;
    p = p * s + 1.0F / 5;
    p = p * s + 1.0F / 3;
    p = p * s + 1.0F;
    return 2.0F * z * p;
}

/// 1 / (1 + exp(-x))
RECSCOPE_INLINE float fastSigmoid(float x) {
    return 1.0F / (1.0F + fastExp(-x));
}

/// tanh(x) with an error of about 1e-7
RECSCOPE_INLINE float fastTanh(float x) {
    const float e = fastExp(-2.0F * __builtin_fabsf(x));
    return __builtin_copysignf((1.0F - e) / (1.0F + e), x);
}

}  // namespace recscope::kernels
