// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transrec/transrec_loops.h"

#include "core/util/vector_clones.h"

namespace recscope::transrec {

RECSCOPE_VECTOR_CLONES
float distanceDifference(const SampleVectors& v) {
    const float *const last = v.last, *const global = v.global, *const user = v.user, *const positive = v.positive,
                       *const negative = v.negative;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < v.count; ++c) {
        const float x = last[c] + global[c] + user[c], toPositive = x - positive[c], toNegative = x - negative[c];
        sum += toNegative * toNegative - toPositive * toPositive;
    }
    return sum;
}

RECSCOPE_VECTOR_CLONES
SquaredNorms updateVectors(const SampleVectors& v, float stepSize, const DecayFactors& decay) {
    float *const last = v.last, *const global = v.global, *const user = v.user, *const positive = v.positive,
                 *const negative = v.negative;
    const float decayItem = decay.item, decayGlobal = decay.global, decayUser = decay.user;
    const std::int64_t count = v.count;
    float squareOfLast = 0, squareOfPositive = 0, squareOfNegative = 0;
#pragma omp simd reduction(+ : squareOfLast, squareOfPositive, squareOfNegative)
    for (std::int64_t c = 0; c < count; ++c) {
        const float l = last[c], t = global[c], u = user[c], i = positive[c], j = negative[c];
        const float x = l + t + u, change = stepSize * (i - j);
        const float newLast = decayItem * l + change, newPositive = decayItem * i + stepSize * (x - i),
                    newNegative = decayItem * j - stepSize * (x - j);
        last[c] = newLast;
        global[c] = decayGlobal * t + change;
        user[c] = decayUser * u + change;
        positive[c] = newPositive;
        negative[c] = newNegative;
        squareOfLast += newLast * newLast;
        squareOfPositive += newPositive * newPositive;
        squareOfNegative += newNegative * newNegative;
    }
    return {.last = squareOfLast, .positive = squareOfPositive, .negative = squareOfNegative};
}

RECSCOPE_VECTOR_CLONES
void projectIntoUnitBall(float* vector, std::int64_t count) {
    float square = 0;
#pragma omp simd reduction(+ : square)
    for (std::int64_t c = 0; c < count; ++c) square += vector[c] * vector[c];
    if (square <= 1) return;
    const float scale = 1 / __builtin_sqrtf(square);
    for (std::int64_t c = 0; c < count; ++c) vector[c] *= scale;
}

RECSCOPE_VECTOR_CLONES
void projectIntoUnitBall(float* vector, std::int64_t count, float square) {
    if (square <= 1) return;
    const float scale = 1 / __builtin_sqrtf(square);
    for (std::int64_t c = 0; c < count; ++c) vector[c] *= scale;
}

RECSCOPE_VECTOR_CLONES
void addThree(const float* a, const float* b, const float* c, float* out, std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t i = 0; i < count; ++i) out[i] = a[i] + b[i] + c[i];
}

}  // namespace recscope::transrec
