// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise and row-wise operations on matrices, in loops that the compiler vectorizes; single-threaded.
#pragma once

#include <cstdint>
#include <span>

#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// One dropout mask: element i is dropped where the hash of (key, i) is below `threshold`; all other elements are
/// multiplied by `keptScale`.
struct DropoutMask {
    explicit DropoutMask(const Dropout& dropout);
    std::uint32_t keyA, keyB;  ///< lower and upper half of Dropout::key
    std::uint32_t threshold;   ///< p * 2^32
    float keptScale;           ///< 1 / (1 - p)
};

/// mask[i] = 0 if element i is dropped, otherwise `dropout.keptScale`; for begin <= i < end.
void fillMask(float* mask, std::int64_t begin, std::int64_t end, const DropoutMask& dropout);

/// x[r] += v for each row r.
void addToRows(const Matrix& x, const float* v);
/// into += the sum of the rows of x.
void addRowSum(const Matrix& x, float* into);
/// out = x + y; `out` may alias x or y
void add(const float* x, const float* y, float* out, std::int64_t count);
/// out = a * x
void scale(const float* x, float* out, std::int64_t count, float a);
/// y += a * x
void addScaled(float* y, const float* x, std::int64_t count, float a);
double dot(const float* x, const float* y, std::int64_t count);
/// dots[r] = x[r] . v
void rowDots(const Matrix& x, const float* v, float* dots);
/// out = the sum of weights[r] * x[r] over the rows r
void weightedSum(const Matrix& x, const float* weights, float* out);
/// x *= by, element by element
void multiply(float* x, const float* by, std::int64_t count);

/// out = dropout(given) + residual, or dropout(given) alone if `residual` is null. `residual` may alias `out`. Row r of
/// the matrix uses the elements of the dropout mask from number rowNumber[r] * columns on, or from r * columns on if
/// rowNumber is empty.
void dropAndAdd(const Matrix& given, const float* residual, float* out, const Dropout& dropout,
                std::span<const std::int32_t> rowNumber);

/// LayerNorm of each row: out = (x - mean) / sqrt(variance + epsilon) * weight + bias; `normed` receives (x - mean) /
/// sqrt(variance + epsilon). With savesNormed, `normed` has one row for each row of x; otherwise it is a single row
/// that is overwritten. `scale` (rows) receives 1 / sqrt(variance + epsilon).
void layerNorm(const Matrix& x, const float* weight, const float* bias, double epsilon, float* out, float* normed,
               float* scale, bool savesNormed);
/// Computes the gradients of layerNorm. xGradient is overwritten, or added to if `accumulate` is set; weightGradient
/// and biasGradient are always added to.
void layerNormBackward(const Matrix& gradient, const float* weight, const float* normed, const float* scale,
                       float* xGradient, bool accumulate, float* weightGradient, float* biasGradient);

/// Replaces the first `count` scores with their softmax weights and the others, up to `width`, with 0. `used` receives
/// the weights after dropout: 0 where dropout removes an element, otherwise the weight times `mask.keptScale`. A
/// removed weight gets a negative sign in `scores`. The first score has element number `first` in the dropout mask.
void softmaxAndDrop(float* scores, float* used, std::int64_t count, std::int64_t width, const DropoutMask& mask,
                    std::uint32_t first);
/// softmaxAndDrop without dropout.
void softmax(float* scores, std::int64_t count, std::int64_t width);
/// Recomputes `used` from the weights that softmaxAndDrop or softmax wrote. `keptScale` is DropoutMask::keptScale, 1
/// without dropout.
void usedWeights(const float* weights, float* used, std::int64_t count, float keptScale);
/// In place: turns the gradient of `used` (see softmaxAndDrop) into the gradient of the scores. `keptScale` is
/// DropoutMask::keptScale, 1 without dropout.
void softmaxBackward(const float* weights, float* gradient, std::int64_t count, float keptScale);

/// log of the sum of exp(x); x is unchanged. Precondition: count > 0.
double logSumExp(const float* x, std::int64_t count);

/// Returns -log softmax(scores + bias)[target] for one row of item scores, and replaces the scores with `gradientScale`
/// times the gradient of this loss. `bias` may be null.
double crossEntropyRow(float* scores, const float* bias, std::int64_t count, std::int64_t target, float gradientScale);
/// Returns the sum of log(1 + exp(x)) and replaces x with `gradientScale` times the gradient of that sum, which is the
/// sigmoid of x.
double softplusRow(float* x, std::int64_t count, float gradientScale);

/// out = x times `scale`, rounded to bfloat16 (the upper 16 bits of a float), ties to even. NaN stays NaN.
void roundToBFloat16(const float* x, std::uint16_t* out, std::int64_t count, float scale);

/// The coefficients of Adam step t = 1, 2, … (Kingma & Ba 2015, algorithm 1), with the weight decay of Adam or of
/// AdamW.
struct AdamStep {
    float beta1, beta2, epsilon;
    float oneMinusBeta1, oneMinusBeta2;  ///< 1 - beta1 and 1 - beta2, computed before rounding to float
    float rate;                          ///< learning rate / (1 - beta1^t)
    float squareRoot;                    ///< 1 / sqrt(1 - beta2^t)
    float gradientScale;                 ///< factor from gradient clipping
    float gradientDecay;                 ///< Adam's weight decay: the parameter times this is added to the gradient
    float shrink;                        ///< AdamW's weight decay: factor applied to the parameter before the update
};
void adam(const AdamStep& step, float* value, float* mean, float* square, const float* gradient, std::int64_t count);

/// sum = the element-wise sum of the parts (arrays of `count` floats), which are then set to zero. Returns the squared
/// L2 norm of the sum.
double sumAndClear(std::span<float* const> parts, float* sum, std::int64_t count);

}  // namespace recscope::kernels
