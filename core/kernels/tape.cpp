// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/tape.h"

#include <algorithm>

#include "core/kernels/gates.h"
#include "core/kernels/product.h"

namespace recscope::kernels {

Parameter Parameter::slice(std::int64_t firstRow, std::int64_t count) const {
    if (value == nullptr) return {};
    const std::int64_t skipped = firstRow * columns;
    return {value + skipped, gradient == nullptr ? nullptr : gradient + skipped, count, columns};
}

Variable& Tape::add(const Matrix& value) {
    return m_variables.emplace_back(Variable{.value = value, .gradient = {}, .hasGradient = false});
}

const Matrix& Tape::gradientToWrite(Variable& x, float& beta) {
    beta = x.hasGradient ? 1 : 0;
    if (!x.hasGradient) x.gradient = m_arena.matrix(x.value.rows, x.value.columns);
    x.hasGradient = true;
    return x.gradient;
}

const Matrix& Tape::gradientOf(Variable& x) {
    if (!x.hasGradient) x.gradient = m_arena.zeros(x.value.rows, x.value.columns);
    x.hasGradient = true;
    return x.gradient;
}

void Tape::backward() {
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) (*step)();
    m_steps.clear();
}

Variable& Tape::embed(std::span<const Token> tokens, const Parameter& items, float scale,
                      std::span<const std::int32_t> positionOf, const Parameter& positions) {
    const std::int64_t C = items.columns;
    Variable& out = add(m_arena.matrix(static_cast<std::int64_t>(tokens.size()), C));
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        float* const row = out.value.row(static_cast<std::int64_t>(i));
        kernels::scale(items.value + tokens[i] * C, row, C, scale);
        if (positions) addScaled(row, positions.value + positionOf[i] * C, C, 1);
    }
    record([this, &out, tokens, items, scale, positionOf, positions, C] {
        const Matrix& gradient = gradientOf(out);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const float* const row = gradient.row(static_cast<std::int64_t>(i));
            addScaled(items.gradient + tokens[i] * C, row, C, scale);
            if (positions) addScaled(positions.gradient + positionOf[i] * C, row, C, 1);
        }
    });
    return out;
}

Variable& Tape::norm(Variable& x, const Parameter& weight, const Parameter& bias, double epsilon) {
    if (!weight) return x;
    const std::int64_t rows = x.value.rows, columns = x.value.columns;
    Variable& out = add(m_arena.matrix(rows, columns));
    const Matrix normed = m_arena.matrix(m_recordsGradients ? rows : 1, columns);
    float* const scale = m_arena.floats(rows);
    layerNorm(x.value, weight.value, bias.value, epsilon, out.value.data, normed.data, scale, m_recordsGradients);
    record([this, &x, &out, weight, bias, normed, scale] {
        float beta = 0;
        const Matrix& into = gradientToWrite(x, beta);
        layerNormBackward(gradientOf(out), weight.value, normed.data, scale, into.data, /*accumulate=*/beta != 0,
                          weight.gradient, bias.gradient);
    });
    return out;
}

Variable& Tape::linear(Variable& x, const Parameter& weight, const Parameter& bias, Activation kind) {
    const std::int64_t rows = x.value.rows, in = weight.columns, outputs = weight.rows;
    Variable& out = add(m_arena.matrix(rows, outputs));
    product({x.value.data, in}, {weight.value, in, /*transposed=*/true}, out.value.data, outputs, rows, outputs, in);
    float* const slope =
        kind == Activation::None ? nullptr : m_arena.floats(m_recordsGradients ? out.value.size() : outputs);
    if (bias || kind != Activation::None)
        activate(kind, out.value, bias ? bias.value : m_arena.zeros(1, outputs).data, slope, m_recordsGradients);
    record([this, &x, &out, weight, bias, slope, rows, in, outputs] {
        const Matrix& gradient = gradientOf(out);
        if (slope != nullptr) kernels::multiply(gradient.data, slope, gradient.size());
        product({gradient.data, outputs, /*transposed=*/true}, {x.value.data, in}, weight.gradient, in, outputs, in,
                rows, /*alpha=*/1, /*beta=*/1);
        if (bias) addRowSum(gradient, bias.gradient);
        float beta = 0;
        const Matrix& into = gradientToWrite(x, beta);
        product({gradient.data, outputs}, {weight.value, in}, into.data, in, rows, in, outputs, /*alpha=*/1, beta);
    });
    return out;
}

Variable& Tape::dropoutAndAdd(Variable& given, Variable* residual, const Dropout& dropout,
                              std::span<const std::int32_t> rowNumber) {
    if (residual == nullptr && dropout.p <= 0) return given;
    Variable& out = add(m_arena.matrix(given.value.rows, given.value.columns));
    dropAndAdd(given.value, residual == nullptr ? nullptr : residual->value.data, out.value.data, dropout, rowNumber);
    record([this, &given, residual, &out, dropout, rowNumber] {
        const Matrix& gradient = gradientOf(out);
        float beta = 0;
        const Matrix& into = gradientToWrite(given, beta);
        dropAndAdd(gradient, beta == 0 ? nullptr : into.data, into.data, dropout, rowNumber);
        if (residual == nullptr) return;
        if (residual->hasGradient) {
            kernels::add(residual->gradient.data, gradient.data, residual->gradient.data, gradient.size());
        } else {  // the gradient of `out` is no longer needed
            residual->gradient = gradient;
            residual->hasGradient = true;
        }
    });
    return out;
}

Variable& Tape::multiply(Variable& x, Variable& y) {
    Variable& out = add(m_arena.matrix(x.value.rows, x.value.columns));
    productOf(x.value.data, y.value.data, out.value.data, out.value.size());
    record([this, &x, &y, &out] {
        const Matrix& gradient = gradientOf(out);
        const auto propagateTo = [&](Variable& to, const Variable& factor) {
            float beta = 0;
            const Matrix& into = gradientToWrite(to, beta);
            (beta == 0 ? productOf : addProductOf)(gradient.data, factor.value.data, into.data, gradient.size());
        };
        propagateTo(x, y);
        propagateTo(y, x);
    });
    return out;
}

Variable& Tape::attention(const AttentionLayout& layout, Variable& query, Variable& key, Variable& value,
                          const Dropout& dropout) {
    Variable& out = add(m_arena.matrix(query.value.rows, query.value.columns));
    const SavedAttention saved = attend(layout, query.value, key.value, value.value, out.value, dropout, m_arena);
    record([this, &layout, &query, &key, &value, &out, saved, dropout] {
        // Only this attention uses query, key and value, so their gradients are overwritten.
        float beta = 0;
        const AttentionGradients gradients{gradientToWrite(query, beta), gradientToWrite(key, beta),
                                           gradientToWrite(value, beta)};
        attendBackward(layout, query.value, key.value, value.value, saved, gradientOf(out), gradients, dropout,
                       m_arena);
    });
    return out;
}

Variable& Tape::attentionWithoutKeys(const AttentionLayout& layout, Variable& query, Variable& memory,
                                     const MemoryWeights& weights) {
    Variable& out = add(m_arena.matrix(query.value.rows, query.value.columns));
    attendWithoutKeys(layout, query.value, memory.value, weights, out.value, m_arena);
    return out;
}

Variable& Tape::selectRows(Variable& x, std::span<const std::int32_t> rows) {
    const std::int64_t C = x.value.columns;
    Variable& out = add(m_arena.matrix(static_cast<std::int64_t>(rows.size()), C));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        float* const row = out.value.row(static_cast<std::int64_t>(i));
        if (rows[i] < 0)
            std::fill_n(row, C, 0.0F);
        else
            std::copy_n(x.value.row(rows[i]), C, row);
    }
    record([this, &x, &out, rows, C] {
        const Matrix& from = gradientOf(out);
        const Matrix& into = gradientOf(x);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i] >= 0) addScaled(into.row(rows[i]), from.row(static_cast<std::int64_t>(i)), C, 1);
    });
    return out;
}

Variable& Tape::result(const Matrix& value, std::function<void(const Matrix& gradient)> backward) {
    Variable& out = add(value);
    if (backward) record([this, &out, step = std::move(backward)] { step(gradientOf(out)); });
    return out;
}

double Tape::crossEntropy(Variable& x, const Parameter& items, const Parameter& bias,
                          std::span<const std::int64_t> targets, double weight) {
    constexpr std::int64_t kScoresAtOnce = std::int64_t{1} << 20;  // scores per block: 4 MB, which fit in the caches
    // Smallest number of rows per block, even if their scores exceed the caches: each block rereads all item vectors,
    // which would cost more with fewer rows per block.
    constexpr std::int64_t kMinRows = 256;
    const std::int64_t M = x.value.rows, C = x.value.columns, V = items.rows;
    const std::int64_t rowsAtOnce = std::min(std::max(kScoresAtOnce / V, kMinRows), M);
    const auto gradientScale = static_cast<float>(weight / static_cast<double>(M));
    float* const scores = m_arena.floats(rowsAtOnce * V);
    double sum = 0;
    for (std::int64_t begin = 0; begin < M; begin += rowsAtOnce) {
        const std::int64_t rows = std::min(rowsAtOnce, M - begin);
        product({x.value.row(begin), C}, {items.value, C, /*transposed=*/true}, scores, V, rows, V, C);
        for (std::int64_t i = 0; i < rows; ++i) {
            sum += crossEntropyRow(scores + i * V, bias.value, V, targets[static_cast<std::size_t>(begin + i)],
                                   gradientScale);
        }
        if (!m_recordsGradients) continue;
        if (bias) addRowSum({scores, rows, V}, bias.gradient);
        float beta = 0;
        const Matrix& gradient = gradientToWrite(x, beta);
        product({scores, V}, {items.value, C}, gradient.row(begin), C, rows, C, V);
        product({scores, V, /*transposed=*/true}, {x.value.row(begin), C}, items.gradient, C, V, C, rows, /*alpha=*/1,
                /*beta=*/1);
    }
    return sum / static_cast<double>(M);
}

}  // namespace recscope::kernels
