// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/loops.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::kernels {

namespace {

/// A hash of an element number, uniform over 32 bits. It uses 32-bit arithmetic only, so that loops fill whole vector
/// registers. The constants are those of "lowbias32", found by C. Wellons' search for multiply-xorshift hashes with the
/// least bias.
RECSCOPE_INLINE std::uint32_t hashOf(std::uint32_t i, std::uint32_t keyA, std::uint32_t keyB) {
    std::uint32_t x = i ^ keyA;
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x += keyB;
    x *= 0x846ca68bU;
    x ^= x >> 16;
    return x;
}

/// out = base + dropout(given); `base` may alias `out`.
RECSCOPE_VECTOR_CLONES
void addDroppedLoop(const float* given, const float* base, float* out, std::int64_t count, std::uint32_t first,
                    std::uint32_t keyA, std::uint32_t keyB, std::uint32_t threshold, float keptScale) {
#pragma GCC ivdep
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(count); ++c) {
        const std::uint32_t hash = hashOf(first + static_cast<std::uint32_t>(c), keyA, keyB);
        out[c] = base[c] + given[c] * (hash < threshold ? 0.0F : keptScale);
    }
}

RECSCOPE_VECTOR_CLONES
void dropLoop(const float* __restrict given, float* __restrict out, std::int64_t count, std::uint32_t first,
              std::uint32_t keyA, std::uint32_t keyB, std::uint32_t threshold, float keptScale) {
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(count); ++c) {
        const std::uint32_t hash = hashOf(first + static_cast<std::uint32_t>(c), keyA, keyB);
        out[c] = given[c] * (hash < threshold ? 0.0F : keptScale);
    }
}

RECSCOPE_VECTOR_CLONES
void addToRowsLoop(float* __restrict x, const float* __restrict v, std::int64_t rows, std::int64_t columns) {
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < columns; ++c) x[r * columns + c] += v[c];
    }
}

RECSCOPE_VECTOR_CLONES
void addRowSumLoop(const float* __restrict x, float* __restrict into, std::int64_t rows, std::int64_t columns) {
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < columns; ++c) into[c] += x[r * columns + c];
    }
}

RECSCOPE_VECTOR_CLONES
void maskLoop(float* __restrict mask, std::uint32_t begin, std::uint32_t end, std::uint32_t keyA, std::uint32_t keyB,
              std::uint32_t threshold, float keptScale) {
    for (std::uint32_t i = begin; i < end; ++i) mask[i] = hashOf(i, keyA, keyB) < threshold ? 0.0F : keptScale;
}

RECSCOPE_VECTOR_CLONES
float largestOf(const float* __restrict x, std::int64_t count) {
    float largest = -std::numeric_limits<float>::infinity();
#pragma omp simd reduction(max : largest)
    for (std::int64_t i = 0; i < count; ++i) largest = larger(largest, x[i]);
    return largest;
}

/// The sum of exp(x - largest) over all elements of x.
RECSCOPE_VECTOR_CLONES
float sumOfExponentials(const float* __restrict x, std::int64_t count, float largest) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i) sum += fastExp(x[i] - largest);
    return sum;
}

/// x += bias; returns the largest result.
RECSCOPE_VECTOR_CLONES
float addAndFindLargest(float* __restrict x, const float* __restrict bias, std::int64_t count) {
    float largest = -std::numeric_limits<float>::infinity();
#pragma omp simd reduction(max : largest)
    for (std::int64_t i = 0; i < count; ++i) {
        x[i] += bias[i];
        largest = larger(largest, x[i]);
    }
    return largest;
}

/// x = exp(x - largest); returns the sum of the results.
RECSCOPE_VECTOR_CLONES
float exponentials(float* __restrict x, std::int64_t count, float largest) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i) {
        x[i] = fastExp(x[i] - largest);
        sum += x[i];
    }
    return sum;
}

RECSCOPE_VECTOR_CLONES
void scaleAndDrop(float* __restrict weights, float* __restrict used, std::int64_t count, float scale,
                  std::uint32_t first, std::uint32_t keyA, std::uint32_t keyB, std::uint32_t threshold,
                  float keptScale) {
    for (std::int32_t j = 0; j < static_cast<std::int32_t>(count); ++j) {
        const std::uint32_t hash = hashOf(first + static_cast<std::uint32_t>(j), keyA, keyB);
        const float weight = weights[j] * scale;
        weights[j] = hash < threshold ? -weight : weight;
        used[j] = hash < threshold ? 0.0F : weight * keptScale;
    }
}

RECSCOPE_VECTOR_CLONES
void scaleLoop(float* __restrict x, std::int64_t count, float by) {
    for (std::int64_t i = 0; i < count; ++i) x[i] *= by;
}

RECSCOPE_VECTOR_CLONES
void rowDotsLoop(const float* __restrict x, const float* __restrict v, float* __restrict dots, std::int64_t rows,
                 std::int64_t columns) {
    for (std::int64_t r = 0; r < rows; ++r) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < columns; ++c) sum += x[r * columns + c] * v[c];
        dots[r] = sum;
    }
}

RECSCOPE_VECTOR_CLONES
void weightedSumLoop(const float* __restrict x, const float* __restrict weights, float* __restrict out,
                     std::int64_t rows, std::int64_t columns) {
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < columns; ++c) out[c] += weights[r] * x[r * columns + c];
    }
}

RECSCOPE_VECTOR_CLONES
void normRow(const float* __restrict x, const float* __restrict weight, const float* __restrict bias,
             std::int64_t count, float epsilon, float* __restrict out, float* __restrict normed,
             float* __restrict scale) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < count; ++c) sum += x[c];
    const float mean = sum / static_cast<float>(count);
    float squares = 0;
#pragma omp simd reduction(+ : squares)
    for (std::int64_t c = 0; c < count; ++c) squares += (x[c] - mean) * (x[c] - mean);
    const float by = 1.0F / __builtin_sqrtf(squares / static_cast<float>(count) + epsilon);
    for (std::int64_t c = 0; c < count; ++c) {
        normed[c] = (x[c] - mean) * by;
        out[c] = normed[c] * weight[c] + bias[c];
    }
    *scale = by;
}

RECSCOPE_VECTOR_CLONES
void normRowBackward(const float* __restrict gradient, const float* __restrict weight, const float* __restrict normed,
                     float scale, std::int64_t count, float* __restrict xGradient, bool accumulate,
                     float* __restrict weightGradient, float* __restrict biasGradient) {
    float sum = 0, product = 0;
#pragma omp simd reduction(+ : sum, product)
    for (std::int64_t c = 0; c < count; ++c) {
        const float g = gradient[c] * weight[c];
        sum += g;
        product += g * normed[c];
    }
    const float mean = sum / static_cast<float>(count), meanProduct = product / static_cast<float>(count);
    for (std::int64_t c = 0; c < count; ++c) {
        weightGradient[c] += gradient[c] * normed[c];
        biasGradient[c] += gradient[c];
    }
    if (accumulate) {
        for (std::int64_t c = 0; c < count; ++c)
            xGradient[c] += scale * (gradient[c] * weight[c] - mean - normed[c] * meanProduct);
    } else {
        for (std::int64_t c = 0; c < count; ++c)
            xGradient[c] = scale * (gradient[c] * weight[c] - mean - normed[c] * meanProduct);
    }
}

RECSCOPE_VECTOR_CLONES
double softplusLoop(float* __restrict x, std::int64_t count, float gradientScale) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i) {
        const float v = x[i];
        const float e = fastExp(-__builtin_fabsf(v));
        sum += larger(0.0F, v) + fastLog1p(e);
        x[i] = gradientScale * (0.5F + __builtin_copysignf(0.5F - e / (1.0F + e), v));
    }
    return sum;
}

RECSCOPE_VECTOR_CLONES
void roundToBFloat16Loop(const float* __restrict x, std::uint16_t* __restrict out, std::int64_t count, float scale) {
    for (std::int64_t i = 0; i < count; ++i) {
        const auto bits = __builtin_bit_cast(std::uint32_t, x[i] * scale);
        const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
        const bool isNan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
        out[i] = static_cast<std::uint16_t>(isNan ? 0x7FC0U : rounded);
    }
}

RECSCOPE_VECTOR_CLONES
void adamLoop(const AdamStep& step, float* __restrict value, float* __restrict mean, float* __restrict square,
              const float* __restrict gradient, std::int64_t count) {
    const AdamStep s = step;
    for (std::int64_t i = 0; i < count; ++i) {
        const float g = gradient[i] * s.gradientScale + s.gradientDecay * value[i];
        mean[i] = s.beta1 * mean[i] + s.oneMinusBeta1 * g;
        square[i] = s.beta2 * square[i] + s.oneMinusBeta2 * g * g;
        value[i] = value[i] * s.shrink - s.rate * mean[i] / (__builtin_sqrtf(square[i]) * s.squareRoot + s.epsilon);
    }
}

RECSCOPE_VECTOR_CLONES
double sumTwoAndClear(float* __restrict a, float* __restrict b, float* __restrict sum, std::int64_t count) {
    float squares = 0;
#pragma omp simd reduction(+ : squares)
    for (std::int64_t i = 0; i < count; ++i) {
        sum[i] = a[i] + b[i];
        a[i] = 0;
        b[i] = 0;
        squares += sum[i] * sum[i];
    }
    return squares;
}

RECSCOPE_VECTOR_CLONES
double moveAndClear(float* __restrict a, float* __restrict sum, std::int64_t count) {
    float squares = 0;
#pragma omp simd reduction(+ : squares)
    for (std::int64_t i = 0; i < count; ++i) {
        sum[i] = a[i];
        a[i] = 0;
        squares += sum[i] * sum[i];
    }
    return squares;
}

}  // namespace

DropoutMask::DropoutMask(const Dropout& dropout)
    : keyA(static_cast<std::uint32_t>(dropout.key)),
      keyB(static_cast<std::uint32_t>(dropout.key >> 32)),
      threshold(static_cast<std::uint32_t>(dropout.p * 0x1p32)),
      keptScale(static_cast<float>(1 / (1 - dropout.p))) {}

void fillMask(float* mask, std::int64_t begin, std::int64_t end, const DropoutMask& dropout) {
    maskLoop(mask, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), dropout.keyA, dropout.keyB,
             dropout.threshold, dropout.keptScale);
}

RECSCOPE_VECTOR_CLONES
void add(const float* x, const float* y, float* out, std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t i = 0; i < count; ++i) out[i] = x[i] + y[i];
}

RECSCOPE_VECTOR_CLONES
void scale(const float* __restrict x, float* __restrict out, std::int64_t count, float a) {
    for (std::int64_t i = 0; i < count; ++i) out[i] = a * x[i];
}

RECSCOPE_VECTOR_CLONES
void addScaled(float* __restrict y, const float* __restrict x, std::int64_t count, float a) {
    for (std::int64_t i = 0; i < count; ++i) y[i] += a * x[i];
}

RECSCOPE_VECTOR_CLONES
double dot(const float* __restrict x, const float* __restrict y, std::int64_t count) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i) sum += x[i] * y[i];
    return sum;
}

void rowDots(const Matrix& x, const float* v, float* dots) {
    rowDotsLoop(x.data, v, dots, x.rows, x.columns);
}

void weightedSum(const Matrix& x, const float* weights, float* out) {
    std::fill_n(out, x.columns, 0.0F);
    weightedSumLoop(x.data, weights, out, x.rows, x.columns);
}

RECSCOPE_VECTOR_CLONES
void multiply(float* __restrict x, const float* __restrict by, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) x[i] *= by[i];
}

void addToRows(const Matrix& x, const float* v) {
    addToRowsLoop(x.data, v, x.rows, x.columns);
}

void addRowSum(const Matrix& x, float* into) {
    addRowSumLoop(x.data, into, x.rows, x.columns);
}

void dropAndAdd(const Matrix& given, const float* residual, float* out, const Dropout& dropout,
                std::span<const std::int32_t> rowNumber) {
    const std::int64_t columns = given.columns;
    if (dropout.p <= 0) {
        if (residual == nullptr)
            std::copy_n(given.data, given.size(), out);
        else
            add(residual, given.data, out, given.size());
        return;
    }
    const DropoutMask mask(dropout);
    const auto run = [&](std::int64_t begin, std::int64_t count, std::int64_t first) {
        const auto number = static_cast<std::uint32_t>(first);
        if (residual == nullptr) {
            dropLoop(given.data + begin, out + begin, count, number, mask.keyA, mask.keyB, mask.threshold,
                     mask.keptScale);
        } else {
            addDroppedLoop(given.data + begin, residual + begin, out + begin, count, number, mask.keyA, mask.keyB,
                           mask.threshold, mask.keptScale);
        }
    };
    if (rowNumber.empty()) run(0, given.size(), 0);
    for (std::size_t r = 0; r < rowNumber.size(); ++r)
        run(static_cast<std::int64_t>(r) * columns, columns, rowNumber[r] * columns);
}

void layerNorm(const Matrix& x, const float* weight, const float* bias, double epsilon, float* out, float* normed,
               float* scale, bool savesNormed) {
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const std::int64_t begin = r * x.columns;
        normRow(x.row(r), weight, bias, x.columns, static_cast<float>(epsilon), out + begin,
                savesNormed ? normed + begin : normed, scale + r);
    }
}

void layerNormBackward(const Matrix& gradient, const float* weight, const float* normed, const float* scale,
                       float* xGradient, bool accumulate, float* weightGradient, float* biasGradient) {
    for (std::int64_t r = 0; r < gradient.rows; ++r) {
        const std::int64_t begin = r * gradient.columns;
        normRowBackward(gradient.row(r), weight, normed + begin, scale[r], gradient.columns, xGradient + begin,
                        accumulate, weightGradient, biasGradient);
    }
}

void softmax(float* scores, std::int64_t count, std::int64_t width) {
    const float sum = exponentials(scores, count, largestOf(scores, count));
    scaleLoop(scores, count, 1 / sum);
    std::fill(scores + count, scores + width, 0.0F);
}

void softmaxAndDrop(float* scores, float* used, std::int64_t count, std::int64_t width, const DropoutMask& mask,
                    std::uint32_t first) {
    const float sum = exponentials(scores, count, largestOf(scores, count));
    scaleAndDrop(scores, used, count, 1 / sum, first, mask.keyA, mask.keyB, mask.threshold, mask.keptScale);
    std::fill(scores + count, scores + width, 0.0F);
    std::fill(used + count, used + width, 0.0F);
}

RECSCOPE_VECTOR_CLONES
void usedWeights(const float* __restrict weights, float* __restrict used, std::int64_t count, float keptScale) {
    for (std::int64_t j = 0; j < count; ++j) used[j] = weights[j] > 0 ? weights[j] * keptScale : 0.0F;
}

RECSCOPE_VECTOR_CLONES
void softmaxBackward(const float* __restrict weights, float* __restrict gradient, std::int64_t count, float keptScale) {
    float weightedMean = 0;
#pragma omp simd reduction(+ : weightedMean)
    for (std::int64_t j = 0; j < count; ++j) {
        gradient[j] = weights[j] > 0 ? gradient[j] * keptScale : 0.0F;
        weightedMean += __builtin_fabsf(weights[j]) * gradient[j];
    }
    for (std::int64_t j = 0; j < count; ++j) gradient[j] = __builtin_fabsf(weights[j]) * (gradient[j] - weightedMean);
}

double logSumExp(const float* x, std::int64_t count) {
    const float largest = largestOf(x, count);
    return std::log(static_cast<double>(sumOfExponentials(x, count, largest))) + static_cast<double>(largest);
}

double crossEntropyRow(float* scores, const float* bias, std::int64_t count, std::int64_t target, float gradientScale) {
    const float largest = bias == nullptr ? largestOf(scores, count) : addAndFindLargest(scores, bias, count);
    const float positive = scores[target];
    const float sum = exponentials(scores, count, largest);
    scaleLoop(scores, count, gradientScale / sum);
    scores[target] -= gradientScale;
    return std::log(static_cast<double>(sum)) + largest - positive;
}

double softplusRow(float* x, std::int64_t count, float gradientScale) {
    return softplusLoop(x, count, gradientScale);
}

void roundToBFloat16(const float* x, std::uint16_t* out, std::int64_t count, float scale) {
    roundToBFloat16Loop(x, out, count, scale);
}

void adam(const AdamStep& step, float* value, float* mean, float* square, const float* gradient, std::int64_t count) {
    adamLoop(step, value, mean, square, gradient, count);
}

double sumAndClear(std::span<float* const> parts, float* sum, std::int64_t count) {
    constexpr std::int64_t kAtOnce = 4096;  // in floats; few enough to sum their squares in float precision
    double squares = 0;
    for (std::int64_t begin = 0; begin < count; begin += kAtOnce) {
        const std::int64_t size = std::min(kAtOnce, count - begin);
        for (std::size_t i = 2; i < parts.size(); ++i) {
            addScaled(parts[0] + begin, parts[i] + begin, size, 1);
            std::fill_n(parts[i] + begin, size, 0.0F);
        }
        squares += parts.size() == 1 ? moveAndClear(parts[0] + begin, sum + begin, size)
                                     : sumTwoAndClear(parts[0] + begin, parts[1] + begin, sum + begin, size);
    }
    return squares;
}

}  // namespace recscope::kernels
