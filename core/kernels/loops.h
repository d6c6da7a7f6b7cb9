// SPDX-License-Identifier: GPL-3.0-or-later
// What is done to every number of a matrix, in loops a compiler turns into vector instructions; one thread.
#pragma once

#include <cstdint>
#include <span>

#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// The mask of one dropout: where it drops and what it multiplies the others with.
struct DropoutMask {
    explicit DropoutMask(const Dropout& dropout);
    std::uint32_t keyA, keyB, threshold;  ///< dropped where hash < threshold
    float keep;                           ///< 1 / (1 - p)
};

/// mask[i] = 0 where element i is dropped, else what the others are multiplied with; begin <= i < end.
void fillMask(float* mask, std::int64_t begin, std::int64_t end, const DropoutMask& dropout);

enum class Activation { None, Relu, Gelu, GeluTanh };

/// x[r] += v for each row.
void addToRows(const Matrix& x, const float* v);
/// into += the sum of the rows of x.
void addRowSum(const Matrix& x, float* into);
/// out = x + y; out may be either
void add(const float* x, const float* y, float* out, std::int64_t count);
/// out = a x
void scale(const float* x, float* out, std::int64_t count, float a);
/// y += a x
void addScaled(float* y, const float* x, std::int64_t count, float a);
double dot(const float* x, const float* y, std::int64_t count);
/// dots[r] = x[r] . v
void rowDots(const Matrix& x, const float* v, float* dots);
/// out = the sum of weights[r] x[r]
void weightedSum(const Matrix& x, const float* weights, float* out);

/// x[r] = activation(x[r] + bias) for each row, slope = its derivative there (not written for None): of all rows, or of
/// the last one alone, written over and over, which takes one row of memory.
void activate(Activation kind, const Matrix& x, const float* bias, float* slope, bool keepsSlopes);
void multiply(float* x, const float* by, std::int64_t count);

/// out = dropped(given) + residual (or dropped(given) alone if residual is null); residual may be out. Row r of the
/// matrix has the element numbers from rowNumber[r] * columns; rowNumber empty: r itself.
void dropAndAdd(const Matrix& given, const float* residual, float* out, const Dropout& dropout,
                std::span<const std::int32_t> rowNumber);

/// LayerNorm of each row: out = (x - mean) / sqrt(variance + epsilon) * weight + bias; normed keeps the part before
/// weight (of all rows, or as in activate of the last one alone), scale (rows) one over the root.
void layerNorm(const Matrix& x, const float* weight, const float* bias, double epsilon, float* out, float* normed,
               float* scale, bool keepsNormed);
/// Its gradients: xGradient is written, or with `adds` added to; added to weightGradient and biasGradient.
void layerNormBackward(const Matrix& gradient, const float* weight, const float* normed, const float* scale,
                       float* xGradient, bool adds, float* weightGradient, float* biasGradient);

/// In place: softmax over the first `count` scores, the rest up to `width` zero. Where the dropout (element numbers
/// from `first`) drops, the weight gets a minus sign, and `used` is zero; elsewhere `used` is the weight times keep.
void softmaxAndDrop(float* scores, float* used, std::int64_t count, std::int64_t width, const DropoutMask& mask,
                    std::uint32_t first);
void softmax(float* scores, std::int64_t count, std::int64_t width);
/// The weights as they were used: from those that softmaxAndDrop left.
void usedWeights(const float* weights, float* used, std::int64_t count, float keep);
/// In place: from the gradient of the used weights to that of the scores.
void softmaxBackward(const float* weights, float* gradient, std::int64_t count, float keep);

/// log of the sum of exp(x), which stays as it is. Pre: count > 0.
double logSumExp(const float* x, std::int64_t count);

/// Of one row of scores over the items: -log softmax at `target`; the scores become `share` times the gradient.
double crossEntropyRow(float* scores, const float* bias, std::int64_t count, std::int64_t target, float share);
/// Sum of log(1 + exp(x)); x becomes `share` times the gradient, the sigmoid.
double softplusRow(float* x, std::int64_t count, float share);

/// out = x times `scale`, rounded to the 16 upper bits of a float, ties to even. NaN stays NaN.
void roundToBFloat16(const float* x, std::uint16_t* out, std::int64_t count, float scale);

/// What one Adam step does with a run of numbers (Kingma & Ba 2015, algorithm 1; AdamW's decay).
struct AdamStep {
    float beta1, beta2, epsilon;
    float rest1, rest2;   ///< 1 - beta1 and 1 - beta2, before they were rounded to float
    float rate;           ///< learning rate / (1 - beta1^t)
    float squareRoot;     ///< 1 / sqrt(1 - beta2^t)
    float gradientScale;  ///< from clipping
    float gradientDecay;  ///< added to the gradient times the value
    float shrink;         ///< the value is multiplied with this first
};
void adam(const AdamStep& step, float* value, float* mean, float* square, const float* gradient, std::int64_t count);

/// sum = the parts added up, which become zero; returns the sum's squared L2 norm.
double sumAndClear(std::span<float* const> parts, float* sum, std::int64_t count);

}  // namespace recscope::kernels
