// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/pairwise/pair_loops.h"

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::pairs {

RECSCOPE_VECTOR_CLONES
float dotOfDifference(const float* p, const float* q, const float* r, std::int64_t count) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < count; ++c) sum += p[c] * (q[c] - r[c]);
    return sum;
}

RECSCOPE_VECTOR_CLONES
void updateVectors(float* p, float* q, float* r, std::int64_t count, float stepSize, float decayP, float decayQ,
                   float decayR) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) {
        const float user = p[c], positive = q[c], negative = r[c];
        p[c] = decayP * user + stepSize * (positive - negative);
        q[c] = decayQ * positive + stepSize * user;
        r[c] = decayR * negative - stepSize * user;
    }
}

RECSCOPE_VECTOR_CLONES
void updateVector(float* p, const float* q, const float* r, std::int64_t count, float stepSize, float decayP) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) p[c] = decayP * p[c] + stepSize * (q[c] - r[c]);
}

PairLoss pairLoss(float x) {
    const float e = kernels::fastExp(-__builtin_fabsf(x));
    return {.loss = (x < 0 ? -x : 0.0F) + kernels::fastLog1p(e), .slope = (x < 0 ? 1.0F : e) / (1.0F + e)};
}

}  // namespace recscope::pairs
