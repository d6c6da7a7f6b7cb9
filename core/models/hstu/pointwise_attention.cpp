// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hstu/pointwise_attention.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/kernels/activations.h"
#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope {

namespace {

constexpr double kRangeWidth = 0.301;  // in ln(seconds): each range ends at 1.35 times its smallest gap

/// The smallest gap of each range, in seconds. Some of the shortest ranges contain no whole number of seconds.
const std::array<double, kTimeRanges>& rangeBegins() {
    static const std::array<double, kTimeRanges> begins = [] {
        std::array<double, kTimeRanges> made{};
        for (std::size_t k = 1; k < made.size(); ++k) made[k] = std::exp(kRangeWidth * static_cast<double>(k));
        return made;
    }();
    return begins;
}

/// Returns the range of `gap` (in seconds, >= 0). The search starts at `range`, because neighbouring gaps usually lie
/// in nearby ranges.
std::size_t findRange(std::size_t range, double gap) {
    const auto& begins = rangeBegins();
    while (range + 1 < begins.size() && gap >= begins[range + 1]) ++range;
    while (range > 0 && gap < begins[range]) --range;
    return range;
}

double gapOf(std::int64_t from, std::int64_t to) {
    return std::abs(static_cast<double>(to) - static_cast<double>(from));
}

}  // namespace

std::int64_t HstuRows::length(std::int64_t b) const {
    const auto at = static_cast<std::size_t>(b);
    return starts[at + 1] - starts[at];
}

std::int32_t timeRangeOf(std::int64_t seconds) {
    return static_cast<std::int32_t>(findRange(0, gapOf(0, seconds)));
}

PointwiseAttention::PointwiseAttention(const HstuRows& rows, std::int64_t heads, std::int64_t maxLength)
    : m_rows(rows), m_heads(heads), m_maxLength(maxLength) {
    if (rows.times.empty()) return;
    std::int64_t size = 0;
    for (std::int64_t b = 0; b < rows.count(); ++b) {
        m_rangeStart.push_back(size);
        size += rows.length(b) * rows.length(b);
    }
    m_ranges.resize(static_cast<std::size_t>(size));
    for (std::int64_t b = 0; b < rows.count(); ++b) {
        const std::int64_t T = rows.length(b);
        const auto first = static_cast<std::size_t>(rows.starts[static_cast<std::size_t>(b)]);
        std::size_t range = 0;
        for (std::int64_t i = 0; i < T; ++i) {
            std::uint8_t* const row = m_ranges.data() + m_rangeStart[static_cast<std::size_t>(b)] + i * T;
            const std::int64_t now = rows.nextTimes[first + static_cast<std::size_t>(i)];
            for (std::int64_t j = i; j >= 0; --j) {
                range = findRange(range, gapOf(rows.times[first + static_cast<std::size_t>(j)], now));
                row[j] = static_cast<std::uint8_t>(range);
            }
        }
    }
}

std::int64_t PointwiseAttention::mapSize() const {
    std::int64_t size = 0;
    for (std::int64_t b = 0; b < m_rows.count(); ++b) size += m_rows.length(b) * m_rows.length(b);
    return m_heads * size;
}

void PointwiseAttention::addBiases(const AttentionBiases& biases, std::int64_t b, std::int64_t i, float* scores) const {
    if (biases.position)
        for (std::int64_t j = 0; j <= i; ++j) scores[j] += biases.position.value[i - j];
    if (!biases.time || m_ranges.empty()) return;
    const std::int64_t T = m_rows.length(b);
    const std::uint8_t* const ranges = m_ranges.data() + m_rangeStart[static_cast<std::size_t>(b)] + i * T;
    for (std::int64_t j = 0; j <= i; ++j) scores[j] += biases.time.value[ranges[j]];
}

void PointwiseAttention::addBiasGradients(const AttentionBiases& biases, std::int64_t b, std::int64_t i,
                                          const float* gradient, float scale) const {
    if (biases.position)
        for (std::int64_t j = 0; j <= i; ++j) biases.position.gradient[i - j] += scale * gradient[j];
    if (!biases.time || m_ranges.empty()) return;
    const std::int64_t T = m_rows.length(b);
    const std::uint8_t* const ranges = m_ranges.data() + m_rangeStart[static_cast<std::size_t>(b)] + i * T;
    for (std::int64_t j = 0; j <= i; ++j) biases.time.gradient[ranges[j]] += scale * gradient[j];
}

kernels::Variable& PointwiseAttention::attend(kernels::Tape& tape, kernels::Variable& query, kernels::Variable& key,
                                              kernels::Variable& value, const AttentionBiases& biases,
                                              std::vector<float>* maps) const {
    kernels::Arena& arena = tape.arena();
    const std::int64_t C = query.value.columns, D = C / m_heads;
    const auto inverseLength = static_cast<float>(1.0 / static_cast<double>(m_maxLength));
    const kernels::Matrix out = arena.matrix(query.value.rows, C);
    std::int64_t longest = 0;
    for (std::int64_t b = 0; b < m_rows.count(); ++b) longest = std::max(longest, m_rows.length(b));
    float* const weights = arena.floats(mapSize());  // N times A of each head of each history
    float* const slopes =
        tape.recordsGradients() ? arena.floats(mapSize()) : nullptr;  // derivative of N A with respect to the scores
    float* const slope = arena.floats(longest);
    float* const zeros = arena.zeros(1, longest).data;
    float* map = weights;
    for (std::int64_t b = 0; b < m_rows.count(); ++b) {
        const std::int64_t T = m_rows.length(b);
        const auto first = static_cast<std::int64_t>(m_rows.starts[static_cast<std::size_t>(b)]);
        for (std::int64_t h = 0; h < m_heads; ++h, map += T * T) {
            kernels::product({query.value.row(first) + h * D, C},
                             {key.value.row(first) + h * D, C, /*transposed=*/true}, map, T, T, T, D);
            for (std::int64_t i = 0; i < T; ++i) {
                float* const row = map + i * T;
                float* const rowSlope = slopes == nullptr ? slope : slopes + (row - weights);
                addBiases(biases, b, i, row);
                kernels::activate(kernels::Activation::Silu, {row, 1, i + 1}, zeros, rowSlope, /*savesSlopes=*/true);
                std::fill(row + i + 1, row + T, 0.0F);
                if (slopes != nullptr) std::fill(rowSlope + i + 1, rowSlope + T, 0.0F);
                for (std::int64_t j = 0; j <= i; ++j) {
                    if (m_rows.tokens[static_cast<std::size_t>(first + j)] == kPadToken) row[j] = rowSlope[j] = 0;
                }
            }
            kernels::product({map, T}, {value.value.row(first) + h * D, C}, out.row(first) + h * D, C, T, D, T,
                             inverseLength);
        }
    }
    if (maps != nullptr) {
        maps->assign(weights, map);
        for (float& weight : *maps) weight *= inverseLength;
    }
    return tape.result(out, [this, &tape, &query, &key, &value, biases, weights, slopes, longest, inverseLength, C,
                             D](const kernels::Matrix& gradient) {
        const kernels::Matrix &queryGradient = tape.gradientOf(query), &keyGradient = tape.gradientOf(key),
                              &valueGradient = tape.gradientOf(value);
        float* const scores = tape.arena().floats(longest * longest);  // the gradient of the scores, times N
        std::int64_t begin = 0;
        for (std::int64_t b = 0; b < m_rows.count(); ++b) {
            const std::int64_t T = m_rows.length(b);
            const auto first = static_cast<std::int64_t>(m_rows.starts[static_cast<std::size_t>(b)]);
            for (std::int64_t h = 0; h < m_heads; ++h, begin += T * T) {
                const float* const headGradient = gradient.row(first) + h * D;
                kernels::product({weights + begin, T, /*transposed=*/true}, {headGradient, C},
                                 valueGradient.row(first) + h * D, C, T, D, T, inverseLength, /*beta=*/1);
                kernels::product({headGradient, C}, {value.value.row(first) + h * D, C, /*transposed=*/true}, scores, T,
                                 T, T, D);
                kernels::multiply(scores, slopes + begin, T * T);
                for (std::int64_t i = 0; i < T; ++i) addBiasGradients(biases, b, i, scores + i * T, inverseLength);
                kernels::product({scores, T}, {key.value.row(first) + h * D, C}, queryGradient.row(first) + h * D, C, T,
                                 D, T, inverseLength, /*beta=*/1);
                kernels::product({scores, T, /*transposed=*/true}, {query.value.row(first) + h * D, C},
                                 keyGradient.row(first) + h * D, C, T, D, T, inverseLength, /*beta=*/1);
            }
        }
    });
}

}  // namespace recscope
