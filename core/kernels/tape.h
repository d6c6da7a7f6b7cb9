// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "core/kernels/activations.h"
#include "core/kernels/arena.h"
#include "core/kernels/attention.h"
#include "core/kernels/loops.h"
#include "core/kernels/matrix.h"
#include "core/sequence/token.h"

namespace recscope::kernels {

/// A tensor of the model with shape (rows, columns); a vector has one column. The model owns the values.
struct Parameter {
    const float* value = nullptr;  ///< null: the model has no such tensor
    float* gradient = nullptr;     ///< accumulated; null: not trained
    std::int64_t rows = 0, columns = 0;

    explicit operator bool() const { return value != nullptr; }
    /// Rows firstRow…firstRow + count - 1.
    Parameter slice(std::int64_t firstRow, std::int64_t count) const;
};

/// An intermediate result and, once the backward pass has reached it, its gradient.
struct Variable {
    Matrix value;
    Matrix gradient;
    bool hasGradient = false;
};

/// Records the forward computation and runs the backward pass through it. All rows are real positions of concatenated
/// histories, without padding. Not thread-safe: each worker has its own tape.
class Tape {
public:
    /// If `recordsGradients` is false, the tape computes only values and supports no backward pass. `arena` must
    /// outlive the tape.
    Tape(Arena& arena, bool recordsGradients) : m_arena(arena), m_recordsGradients(recordsGradients) {}

    bool recordsGradients() const { return m_recordsGradients; }
    Arena& arena() { return m_arena; }

    /// Embeds tokens: row i is items[tokens[i]] * scale + positions[positionOf[i]]. Without a position table
    /// (`positions` is null), the second term is left out.
    Variable& embed(std::span<const Token> tokens, const Parameter& items, float scale,
                    std::span<const std::int32_t> positionOf, const Parameter& positions);
    /// LayerNorm of each row; returns x itself if `weight` is null.
    Variable& norm(Variable& x, const Parameter& weight, const Parameter& bias, double epsilon);
    /// activation(x weight^T + bias); `bias` may be null.
    Variable& linear(Variable& x, const Parameter& weight, const Parameter& bias, Activation kind = Activation::None);
    /// dropout(given) + residual; `residual` may be null. `rowNumber` as in dropAndAdd; it must outlive the tape.
    Variable& dropoutAndAdd(Variable& given, Variable* residual, const Dropout& dropout,
                            std::span<const std::int32_t> rowNumber);
    /// x * y, element by element.
    Variable& multiply(Variable& x, Variable& y);
    /// The result of attend() (attention.h). `layout` must outlive the tape.
    Variable& attention(const AttentionLayout& layout, Variable& query, Variable& key, Variable& value,
                        const Dropout& dropout);
    /// The result of attendWithoutKeys() (attention.h): attention with one query per sequence, forward pass only.
    /// Preconditions: recordsGradients() is false, and canAttendWithoutKeys() is true for `layout`.
    Variable& attentionWithoutKeys(const AttentionLayout& layout, Variable& query, Variable& memory,
                                   const MemoryWeights& weights);
    /// The rows of x at the indices `rows`; an index may occur more than once, and -1 gives a row of zeros.
    Variable& selectRows(Variable& x, std::span<const std::int32_t> rows);

    /// The result of an operation that is computed outside the tape (see operations.h). `backward`, if not null,
    /// receives the gradient of the result, which it may change, and adds to the gradients of the operation's inputs
    /// (see gradientOf).
    Variable& result(const Matrix& value, std::function<void(const Matrix& gradient)> backward);

    // A loss function returns the value of the loss; the backward pass propagates the gradient of `weight` times that
    // value.

    /// Mean over the rows of -log softmax(x items^T + bias)[target]; a target is a row index of `items`.
    double crossEntropy(Variable& x, const Parameter& items, const Parameter& bias,
                        std::span<const std::int64_t> targets, double weight);

    /// The gradient of x, initially zero. Losses that are computed outside the tape (the sampled losses) write to it.
    const Matrix& gradientOf(Variable& x);
    /// Returns the gradient of x for the caller to write to. Sets `beta` to 0 if the caller must overwrite the
    /// gradient, and to 1 if the caller must add to it.
    const Matrix& gradientToWrite(Variable& x, float& beta);

    /// Runs the backward pass from the gradients that the losses have written.
    void backward();

private:
    Variable& add(const Matrix& value);
    /// Adds a step of the backward pass; backward() runs the steps in reverse order.
    void record(std::function<void()> step) {
        if (m_recordsGradients) m_steps.push_back(std::move(step));
    }
    Arena& m_arena;
    bool m_recordsGradients;
    std::deque<Variable> m_variables;
    std::vector<std::function<void()>> m_steps;
};

}  // namespace recscope::kernels
