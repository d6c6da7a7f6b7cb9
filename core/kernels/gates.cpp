// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/gates.h"

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::kernels {

namespace {

constexpr float kHardSlope = 0.2F;  // slope of theano.tensor.nnet.hard_sigmoid

RECSCOPE_VECTOR_CLONES
void sigmoidGate(float* __restrict x, const float* __restrict y, std::int64_t count) {
    for (std::int64_t c = 0; c < count; ++c) x[c] = fastSigmoid(x[c] + y[c]);
}

RECSCOPE_VECTOR_CLONES
void hardSigmoidGate(float* __restrict x, const float* __restrict y, std::int64_t count) {
    for (std::int64_t c = 0; c < count; ++c) x[c] = smaller(1.0F, larger(0.0F, kHardSlope * (x[c] + y[c]) + 0.5F));
}

RECSCOPE_VECTOR_CLONES
void sigmoidSlopes(const float* __restrict gates, float* __restrict slopes, std::int64_t count) {
    for (std::int64_t c = 0; c < count; ++c) slopes[c] = gates[c] * (1.0F - gates[c]);
}

RECSCOPE_VECTOR_CLONES
void hardSigmoidSlopes(const float* __restrict gates, float* __restrict slopes, std::int64_t count) {
    for (std::int64_t c = 0; c < count; ++c) slopes[c] = gates[c] > 0.0F && gates[c] < 1.0F ? kHardSlope : 0.0F;
}

}  // namespace

void applyGate(Gate gate, float* x, const float* y, std::int64_t count) {
    (gate == Gate::Sigmoid ? sigmoidGate : hardSigmoidGate)(x, y, count);
}

void gateSlopes(Gate gate, const float* gates, float* slopes, std::int64_t count) {
    (gate == Gate::Sigmoid ? sigmoidSlopes : hardSigmoidSlopes)(gates, slopes, count);
}

RECSCOPE_VECTOR_CLONES
void productOf(const float* x, const float* y, float* out, std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) out[c] = x[c] * y[c];
}

RECSCOPE_VECTOR_CLONES
void addProductOf(const float* x, const float* y, float* out, std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) out[c] += x[c] * y[c];
}

RECSCOPE_VECTOR_CLONES
void multiplyScaled(float* x, const float* y, float a, std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) x[c] *= a * y[c];
}

}  // namespace recscope::kernels
