// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/word2vec/word2vec_loops.h"

#include "core/util/vector_clones.h"

namespace recscope::word2vec {

RECSCOPE_VECTOR_CLONES
float dot(const float* x, const float* y, std::int64_t count) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < count; ++c) sum += x[c] * y[c];
    return sum;
}

RECSCOPE_VECTOR_CLONES
void addScaled(float* y, const float* x, std::int64_t count, float a) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) y[c] += a * x[c];
}

RECSCOPE_VECTOR_CLONES
void updateBoth(float* y, float* gradient, const float* x, std::int64_t count, float a) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) {
        const float old = y[c];
        gradient[c] += a * old;
        y[c] = old + a * x[c];
    }
}

}  // namespace recscope::word2vec
