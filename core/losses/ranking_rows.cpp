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

// In the loops below, r is the target's score, and shares[j] is the weight of column j: its multiplicity or, after
// takeSoftmax(), its softmax. The target's own weight is 0, except in crossEntropy. `share` is the factor of all
// gradients.

/// Returns the largest score of the columns with a weight above 0.
RECSCOPE_VECTOR_CLONES
float largestOf(const float* __restrict scores, const float* __restrict shares, std::int64_t columns) {
    constexpr float kLeast = -std::numeric_limits<float>::infinity();
    float largest = kLeast;
#pragma omp simd reduction(max : largest)
    for (std::int64_t j = 0; j < columns; ++j) largest = larger(largest, shares[j] > 0 ? scores[j] : kLeast);
    return largest;
}

/// shares *= exp(scores - largest); returns their sum.
RECSCOPE_VECTOR_CLONES
float weighByExponentials(const float* __restrict scores, float* __restrict shares, std::int64_t columns,
                          float largest) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < columns; ++j) {
        shares[j] *= fastExp(scores[j] - largest);
        sum += shares[j];
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

/// Two sums over the negatives; the comment of each function that returns them says which.
struct Sums {
    float first = 0, second = 0;
};

/// scores = share * the derivative of softplus(score - r), weighted by `shares`; returns the loss and the sum of the
/// weighted derivatives.
RECSCOPE_VECTOR_CLONES
Sums bprLoop(float* __restrict scores, const float* __restrict shares, std::int64_t columns, float r, float share) {
    float loss = 0, slopes = 0;
#pragma omp simd reduction(+ : loss, slopes)
    for (std::int64_t j = 0; j < columns; ++j) {
        const float x = scores[j] - r, e = fastExp(-__builtin_fabsf(x));
        const float slope = shares[j] * (x > 0 ? 1.0F : e) / (1.0F + e);
        loss += shares[j] * ((x > 0 ? x : 0.0F) + fastLog1p(e));
        slopes += slope;
        scores[j] = share * slope;
    }
    return {loss, slopes};
}

/// terms = a + b, a = sigmoid(score - r), b = sigmoid(score^2); scores = the derivative of terms; returns the loss and
/// the sum of the shares times a (1 - a).
RECSCOPE_VECTOR_CLONES
Sums top1Loop(float* __restrict scores, const float* __restrict shares, float* __restrict terms, std::int64_t columns,
              float r) {
    float loss = 0, slopes = 0;
#pragma omp simd reduction(+ : loss, slopes)
    for (std::int64_t j = 0; j < columns; ++j) {
        const float a = fastSigmoid(scores[j] - r), b = fastSigmoid(scores[j] * scores[j]);
        const float slope = a * (1.0F - a);
        terms[j] = a + b;
        loss += shares[j] * terms[j];
        slopes += shares[j] * slope;
        scores[j] = slope + 2.0F * scores[j] * b * (1.0F - b);
    }
    return {loss, slopes};
}

/// Adds the part of the gradient that goes through the softmax weights: scores = share * shares (scores + terms -
/// loss).
RECSCOPE_VECTOR_CLONES
void top1MaxSlopes(float* __restrict scores, const float* __restrict shares, const float* __restrict terms,
                   std::int64_t columns, float loss, float share) {
    for (std::int64_t j = 0; j < columns; ++j) scores[j] = share * shares[j] * (scores[j] + terms[j] - loss);
}

/// terms = sigmoid(r - score); returns the mean of the terms (`won`) and of the squared scores (`squares`), both
/// weighted by the shares.
RECSCOPE_VECTOR_CLONES
Sums bprMaxLoop(const float* __restrict scores, const float* __restrict shares, float* __restrict terms,
                std::int64_t columns, float r) {
    float won = 0, squares = 0;
#pragma omp simd reduction(+ : won, squares)
    for (std::int64_t j = 0; j < columns; ++j) {
        terms[j] = fastSigmoid(r - scores[j]);
        won += shares[j] * terms[j];
        squares += shares[j] * scores[j] * scores[j];
    }
    return {won, squares};
}

/// scores = share * the gradient of [-log(won) + penalty * squares], with inverse = 1 / won; returns the negated
/// gradient of the target's score, without the factor `share`. No product exceeds `inverse`, which a float can hold.
RECSCOPE_VECTOR_CLONES
float bprMaxSlopes(float* __restrict scores, const float* __restrict shares, const float* __restrict terms,
                   std::int64_t columns, float won, float squares, float inverse, float penalty, float share) {
    float toTarget = 0;
#pragma omp simd reduction(+ : toTarget)
    for (std::int64_t j = 0; j < columns; ++j) {
        const float u = terms[j], s = shares[j], by = inverse * s;
        toTarget += by * u * (1.0F - u);
        const float pulled = s * (scores[j] * scores[j] - squares + 2.0F * scores[j]);
        scores[j] = share * (by * (won - u * u) + penalty * pulled);
    }
    return toTarget;
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

/// Replaces the shares with the softmax over the columns with a weight above 0.
void takeSoftmax(const float* scores, float* shares, std::int64_t columns) {
    const float sum = weighByExponentials(scores, shares, columns, largestOf(scores, shares, columns));
    scaleLoop(shares, shares, columns, 1 / sum);
}

double crossEntropy(float* scores, float* shares, std::int64_t columns, std::int64_t target, float share) {
    shares[target] = 1;
    const float largest = largestOf(scores, shares, columns), positive = scores[target];
    const float sum = weighByExponentials(scores, shares, columns, largest);
    scaleLoop(shares, scores, columns, share / sum);
    scores[target] -= share;
    return std::log(static_cast<double>(sum)) + static_cast<double>(largest) - static_cast<double>(positive);
}

double bpr(float* scores, const float* shares, std::int64_t columns, std::int64_t target, float share) {
    const Sums sums = bprLoop(scores, shares, columns, scores[target], share);
    scores[target] = -share * sums.second;
    return sums.first;
}

double top1(float* scores, const float* shares, float* terms, std::int64_t columns, std::int64_t target, float share) {
    const float perNegative = 1 / sumOf(shares, columns);
    const Sums sums = top1Loop(scores, shares, terms, columns, scores[target]);
    multiplyLoop(scores, shares, columns);
    scaleLoop(scores, scores, columns, share * perNegative);
    scores[target] = -share * perNegative * sums.second;
    return perNegative * sums.first;
}

double top1Max(float* scores, float* shares, float* terms, std::int64_t columns, std::int64_t target, float share) {
    takeSoftmax(scores, shares, columns);
    const Sums sums = top1Loop(scores, shares, terms, columns, scores[target]);
    top1MaxSlopes(scores, shares, terms, columns, sums.first, share);
    scores[target] = -share * sums.second;
    return sums.first;
}

double bprMax(float* scores, float* shares, float* terms, std::int64_t columns, std::int64_t target, double penalty,
              float share) {
    takeSoftmax(scores, shares, columns);
    const auto [won, squares] = bprMaxLoop(scores, shares, terms, columns, scores[target]);
    const double inverse = 1 / (static_cast<double>(won) + kTiny);
    const float toTarget = bprMaxSlopes(scores, shares, terms, columns, won, squares, static_cast<float>(inverse),
                                        static_cast<float>(penalty), share);
    scores[target] = -share * toTarget;
    return std::log(inverse) + penalty * static_cast<double>(squares);
}

}  // namespace

double RankingRow::replace(float* scores, const float* counts, std::int64_t columns, std::int64_t target,
                           double share) {
    if (m_loss.kind != LossKind::BprMax || m_loss.elu <= 0)
        return replaceAfterElu(scores, counts, columns, target, share);
    m_slopes.resize(static_cast<std::size_t>(columns));
    eluLoop(scores, m_slopes.data(), columns, static_cast<float>(m_loss.elu));
    const double value = replaceAfterElu(scores, counts, columns, target, share);
    multiplyLoop(scores, m_slopes.data(), columns);
    return value;
}

double RankingRow::replaceAfterElu(float* scores, const float* counts, std::int64_t columns, std::int64_t target,
                                   double share) {
    m_shares.assign(counts, counts + columns);
    m_shares[static_cast<std::size_t>(target)] = 0;
    m_terms.resize(m_shares.size());
    float *const shares = m_shares.data(), *const terms = m_terms.data();
    const auto by = static_cast<float>(share);
    switch (m_loss.kind) {
        case LossKind::CrossEntropy:
            return crossEntropy(scores, shares, columns, target, by);
        case LossKind::Bpr:
            return bpr(scores, shares, columns, target, by);
        case LossKind::Top1:
            return top1(scores, shares, terms, columns, target, by);
        case LossKind::Top1Max:
            return top1Max(scores, shares, terms, columns, target, by);
        case LossKind::BprMax:
            return bprMax(scores, shares, terms, columns, target, m_loss.scorePenalty, by);
        case LossKind::SampledCrossEntropy:
        case LossKind::BinaryCrossEntropy:
        case LossKind::CalibratedBinaryCrossEntropy:
            break;
    }
    throw std::logic_error("this loss is defined for positions, not for rows of candidates");
}

}  // namespace recscope::kernels
