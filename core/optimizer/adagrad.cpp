// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizer/adagrad.h"

#include "core/util/vector_clones.h"

namespace recscope {

namespace {

constexpr float kEpsilon = 1e-6F;

RECSCOPE_VECTOR_CLONES
void plainSteps(float* values, float* squares, const float* gradient, std::int64_t count, float rate) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) {
        squares[c] += gradient[c] * gradient[c];
        values[c] -= rate * gradient[c] / __builtin_sqrtf(squares[c] + kEpsilon);
    }
}

RECSCOPE_VECTOR_CLONES
void momentumSteps(float* values, float* squares, float* velocity, const float* gradient, std::int64_t count,
                   float rate, float momentum) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) {
        squares[c] += gradient[c] * gradient[c];
        velocity[c] = momentum * velocity[c] - rate * gradient[c] / __builtin_sqrtf(squares[c] + kEpsilon);
        values[c] += velocity[c];
    }
}

}  // namespace

void adagradStep(const AdagradState& at, const float* gradient, std::int64_t count, double rate, double momentum) {
    if (momentum > 0) {
        momentumSteps(at.values, at.squares, at.velocity, gradient, count, static_cast<float>(rate),
                      static_cast<float>(momentum));
    } else {
        plainSteps(at.values, at.squares, gradient, count, static_cast<float>(rate));
    }
}

}  // namespace recscope
