// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transrec/transrec_loops.h"

#include "core/util/vector_clones.h"

namespace recscope::transrec {

RECSCOPE_VECTOR_CLONES
float distanceGap(const SampleVectors& v) {
    const float *const last = v.last, *const global = v.global, *const user = v.user, *const positive = v.positive,
                       *const other = v.other;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < v.count; ++c) {
        const float x = last[c] + global[c] + user[c], toPositive = x - positive[c], toOther = x - other[c];
        sum += toOther * toOther - toPositive * toPositive;
    }
    return sum;
}

RECSCOPE_VECTOR_CLONES
Squares translate(const SampleVectors& v, float by, const Keep& keep) {
    float *const last = v.last, *const global = v.global, *const user = v.user, *const positive = v.positive,
                 *const other = v.other;
    const float keepItem = keep.item, keepGlobal = keep.global, keepUser = keep.user;
    const std::int64_t count = v.count;
    float ofLast = 0, ofPositive = 0, ofOther = 0;
#pragma omp simd reduction(+ : ofLast, ofPositive, ofOther)
    for (std::int64_t c = 0; c < count; ++c) {
        const float l = last[c], t = global[c], u = user[c], i = positive[c], j = other[c];
        const float x = l + t + u, towards = by * (i - j);
        const float newLast = keepItem * l + towards, newPositive = keepItem * i + by * (x - i),
                    newOther = keepItem * j - by * (x - j);
        last[c] = newLast;
        global[c] = keepGlobal * t + towards;
        user[c] = keepUser * u + towards;
        positive[c] = newPositive;
        other[c] = newOther;
        ofLast += newLast * newLast;
        ofPositive += newPositive * newPositive;
        ofOther += newOther * newOther;
    }
    return {.last = ofLast, .positive = ofPositive, .other = ofOther};
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
