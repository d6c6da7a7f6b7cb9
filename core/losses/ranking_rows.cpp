// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/ranking_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::kernels {

namespace {

constexpr double kTiny = 1e-24;  // added inside the logarithm of bpr_max, as in the authors' code

// In the loops below, r is the target's score, and weights[j] is the weight of column j: its count or, after
// replaceWithSoftmax(), its softmax. The target's own weight is 0, except in crossEntropy. `gradientScale` is the
// factor of all gradients.

/// Returns the largest score of the columns with a weight above 0.
RECSCOPE_VECTOR_CLONES
float largestOf(const float* __restrict scores, const float* __restrict weights, std::int64_t columns) {
    constexpr float kLeast = -std::numeric_limits<float>::infinity();
    float largest = kLeast;
#pragma omp simd reduction(max : largest)
    for (std::int64_t j = 0; j < columns; ++j) largest = larger(largest, weights[j] > 0 ? scores[j] : kLeast);
    return largest;
}

/// weights *= exp(scores - largest); returns the sum of the new weights.
RECSCOPE_VECTOR_CLONES
float multiplyByExponentials(const float* __restrict scores, float* __restrict weights, std::int64_t columns,
                             float largest) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < columns; ++j) {
        weights[j] *= fastExp(scores[j] - largest);
        sum += weights[j];
    }
    return sum;
}

RECSCOPE_VECTOR_CLONES
float sumOf(const float* __restrict values, std::int64_t columns) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < columns; ++j) sum += values[j];
    return sum;
}

/// to = by * from; both may be the same array.
RECSCOPE_VECTOR_CLONES
void scaleLoop(const float* from, float* to, std::int64_t columns, float by) {
#pragma GCC ivdep
    for (std::int64_t j = 0; j < columns; ++j) to[j] = by * from[j];
}

RECSCOPE_VECTOR_CLONES
void multiplyLoop(float* __restrict values, const float* __restrict by, std::int64_t columns) {
    for (std::int64_t j = 0; j < columns; ++j) values[j] *= by[j];
}

/// Two sums over the negatives; the functions that return them say which.
struct Sums {
    float first = 0, second = 0;
};

/// scores = gradientScale * weight * the derivative of softplus(score - r); returns the loss and the sum of weight *
/// derivative.
RECSCOPE_VECTOR_CLONES
Sums bprLoop(float* __restrict scores, const float* __restrict weights, std::int64_t columns, float r,
             float gradientScale) {
    float loss = 0, slopes = 0;
#pragma omp simd reduction(+ : loss, slopes)
    for (std::int64_t j = 0; j < columns; ++j) {
        const float x = scores[j] - r, e = fastExp(-__builtin_fabsf(x));
        const float slope = weights[j] * (x > 0 ? 1.0F : e) / (1.0F + e);
        loss += weights[j] * ((x > 0 ? x : 0.0F) + fastLog1p(e));
        slopes += slope;
        scores[j] = gradientScale * slope;
    }
    return {loss, slopes};
}

/// terms = a + b, a = sigmoid(score - r), b = sigmoid(score^2); scores = the derivative of terms; returns the weighted
/// sums of the terms and of a (1 - a).
RECSCOPE_VECTOR_CLONES
Sums top1Loop(float* __restrict scores, const float* __restrict weights, float* __restrict terms, std::int64_t columns,
              float r) {
    float loss = 0, slopes = 0;
#pragma omp simd reduction(+ : loss, slopes)
    for (std::int64_t j = 0; j < columns; ++j) {
        const float a = fastSigmoid(scores[j] - r), b = fastSigmoid(scores[j] * scores[j]);
        const float slope = a * (1.0F - a);
        terms[j] = a + b;
        loss += weights[j] * terms[j];
        slopes += weights[j] * slope;
        scores[j] = slope + 2.0F * scores[j] * b * (1.0F - b);
    }
    return {loss, slopes};
}

/// Adds the part of the gradient that goes through the softmax weights: scores = gradientScale * weights (scores +
/// terms - loss).
RECSCOPE_VECTOR_CLONES
void top1MaxSlopes(float* __restrict scores, const float* __restrict weights, const float* __restrict terms,
                   std::int64_t columns, float loss, float gradientScale) {
    for (std::int64_t j = 0; j < columns; ++j) scores[j] = gradientScale * weights[j] * (scores[j] + terms[j] - loss);
}

/// terms = sigmoid(r - score); returns `meanTerm` and `meanSquare`, the weighted means of the terms and of the squared
/// scores.
RECSCOPE_VECTOR_CLONES
Sums bprMaxLoop(const float* __restrict scores, const float* __restrict weights, float* __restrict terms,
                std::int64_t columns, float r) {
    float meanTerm = 0, meanSquare = 0;
#pragma omp simd reduction(+ : meanTerm, meanSquare)
    for (std::int64_t j = 0; j < columns; ++j) {
        terms[j] = fastSigmoid(r - scores[j]);
        meanTerm += weights[j] * terms[j];
        meanSquare += weights[j] * scores[j] * scores[j];
    }
    return {meanTerm, meanSquare};
}

/// scores = gradientScale * the gradient of [-log(meanTerm) + penalty * meanSquare], with inverse = 1 / meanTerm;
/// returns the negated gradient of the target's score, without the factor `gradientScale`. No intermediate product
/// exceeds `inverse`, which is within the range of float.
RECSCOPE_VECTOR_CLONES
float bprMaxSlopes(float* __restrict scores, const float* __restrict weights, const float* __restrict terms,
                   std::int64_t columns, float meanTerm, float meanSquare, float inverse, float penalty,
                   float gradientScale) {
    float negatedTargetGradient = 0;
#pragma omp simd reduction(+ : negatedTargetGradient)
    for (std::int64_t j = 0; j < columns; ++j) {
        const float u = terms[j], s = weights[j], by = inverse * s;
        negatedTargetGradient += by * u * (1.0F - u);
        const float penaltySlope = s * (scores[j] * scores[j] - meanSquare + 2.0F * scores[j]);
        scores[j] = gradientScale * (by * (meanTerm - u * u) + penalty * penaltySlope);
    }
    return negatedTargetGradient;
}

/// scores = ELU(scores), slopes = its derivative.
RECSCOPE_VECTOR_CLONES
void eluLoop(float* __restrict scores, float* __restrict slopes, std::int64_t columns, float alpha) {
    for (std::int64_t j = 0; j < columns; ++j) {
        const float e = alpha * fastExp(scores[j] < 0 ? scores[j] : 0.0F);
        slopes[j] = scores[j] < 0 ? e : 1.0F;
        scores[j] = scores[j] < 0 ? e - alpha : scores[j];
    }
}

/// Replaces the weights, which are counts, with the softmax of the scores, in which a column counts as often as its
/// count says.
void replaceWithSoftmax(const float* scores, float* weights, std::int64_t columns) {
    const float sum = multiplyByExponentials(scores, weights, columns, largestOf(scores, weights, columns));
    scaleLoop(weights, weights, columns, 1 / sum);
}

double crossEntropy(float* scores, float* weights, std::int64_t columns, std::int64_t target, float gradientScale) {
    weights[target] = 1;
    const float largest = largestOf(scores, weights, columns), positive = scores[target];
    const float sum = multiplyByExponentials(scores, weights, columns, largest);
    scaleLoop(weights, scores, columns, gradientScale / sum);
    scores[target] -= gradientScale;
    return std::log(static_cast<double>(sum)) + static_cast<double>(largest) - static_cast<double>(positive);
}

double bpr(float* scores, const float* weights, std::int64_t columns, std::int64_t target, float gradientScale) {
    const Sums sums = bprLoop(scores, weights, columns, scores[target], gradientScale);
    scores[target] = -gradientScale * sums.second;
    return sums.first;
}

double top1(float* scores, const float* weights, float* terms, std::int64_t columns, std::int64_t target,
            float gradientScale) {
    const float perNegative = 1 / sumOf(weights, columns);
    const Sums sums = top1Loop(scores, weights, terms, columns, scores[target]);
    multiplyLoop(scores, weights, columns);
    scaleLoop(scores, scores, columns, gradientScale * perNegative);
    scores[target] = -gradientScale * perNegative * sums.second;
    return perNegative * sums.first;
}

double top1Max(float* scores, float* weights, float* terms, std::int64_t columns, std::int64_t target,
               float gradientScale) {
    replaceWithSoftmax(scores, weights, columns);
    const Sums sums = top1Loop(scores, weights, terms, columns, scores[target]);
    top1MaxSlopes(scores, weights, terms, columns, sums.first, gradientScale);
    scores[target] = -gradientScale * sums.second;
    return sums.first;
}

double bprMax(float* scores, float* weights, float* terms, std::int64_t columns, std::int64_t target, double penalty,
              float gradientScale) {
    replaceWithSoftmax(scores, weights, columns);
    const auto [meanTerm, meanSquare] = bprMaxLoop(scores, weights, terms, columns, scores[target]);
    const double inverse = 1 / (static_cast<double>(meanTerm) + kTiny);
    const float negatedTargetGradient =
        bprMaxSlopes(scores, weights, terms, columns, meanTerm, meanSquare, static_cast<float>(inverse),
                     static_cast<float>(penalty), gradientScale);
    scores[target] = -gradientScale * negatedTargetGradient;
    return std::log(inverse) + penalty * static_cast<double>(meanSquare);
}

}  // namespace

double RankingRow::computeLossAndGradients(float* scores, const float* counts, std::int64_t columns,
                                           std::int64_t target, double gradientScale) {
    if (m_loss.kind != LossKind::BprMax || m_loss.elu <= 0)
        return computeAfterElu(scores, counts, columns, target, gradientScale);
    m_slopes.resize(static_cast<std::size_t>(columns));
    eluLoop(scores, m_slopes.data(), columns, static_cast<float>(m_loss.elu));
    const double value = computeAfterElu(scores, counts, columns, target, gradientScale);
    multiplyLoop(scores, m_slopes.data(), columns);
    return value;
}

double RankingRow::computeAfterElu(float* scores, const float* counts, std::int64_t columns, std::int64_t target,
                                   double gradientScale) {
    m_weights.assign(counts, counts + columns);
    m_weights[static_cast<std::size_t>(target)] = 0;
    m_terms.resize(m_weights.size());
    float *const weights = m_weights.data(), *const terms = m_terms.data();
    const auto by = static_cast<float>(gradientScale);
    switch (m_loss.kind) {
        case LossKind::CrossEntropy:
            return crossEntropy(scores, weights, columns, target, by);
        case LossKind::Bpr:
            return bpr(scores, weights, columns, target, by);
        case LossKind::Top1:
            return top1(scores, weights, terms, columns, target, by);
        case LossKind::Top1Max:
            return top1Max(scores, weights, terms, columns, target, by);
        case LossKind::BprMax:
            return bprMax(scores, weights, terms, columns, target, m_loss.scorePenalty, by);
        case LossKind::SampledCrossEntropy:
        case LossKind::BinaryCrossEntropy:
        case LossKind::CalibratedBinaryCrossEntropy:
            break;
    }
    throw std::logic_error("this loss is defined for positions, not for rows of candidates");
}

}  // namespace recscope::kernels
