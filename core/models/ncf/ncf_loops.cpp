// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf_loops.h"

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::ncf {

RECSCOPE_VECTOR_CLONES
float dot(const float* x, const float* y, std::int64_t count) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < count; ++c) sum += x[c] * y[c];
    return sum;
}

RECSCOPE_VECTOR_CLONES
void updatePair(float* p, float* q, std::int64_t count, float stepSize, float decayFactor) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) {
        const float user = p[c], item = q[c];
        p[c] = decayFactor * user + stepSize * item;
        q[c] = decayFactor * item + stepSize * user;
    }
}

RECSCOPE_VECTOR_CLONES
void updateUser(float* __restrict p, const float* __restrict q, std::int64_t count, float stepSize, float decayFactor) {
    for (std::int64_t c = 0; c < count; ++c) p[c] = decayFactor * p[c] + stepSize * q[c];
}

RECSCOPE_VECTOR_CLONES
void addAndRelu(const float* __restrict x, const float* __restrict y, float* __restrict out, std::int64_t count) {
    for (std::int64_t c = 0; c < count; ++c) out[c] = kernels::larger(0.0F, x[c] + y[c]);
}

}  // namespace recscope::ncf
