// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/arena.h"
#include "core/kernels/gru_loops.h"
#include "core/kernels/matrix.h"

namespace recscope {

/// The tensors of one GRU layer with D inputs and H units. Of the 3 H rows of each tensor, the first H belong to the
/// reset gate, the next H to the update gate, and the last H to the new state.
struct GruValues {
    const float *input = nullptr, *inputBias = nullptr;    ///< (3 H, D), (3 H)
    const float *hidden = nullptr, *hiddenBias = nullptr;  ///< (3 H, H), (3 H)
};

/// Writable pointers to the tensors of one GRU layer, or to the gradients of these tensors; shapes as in GruValues.
struct GruWeights {
    float *input = nullptr, *inputBias = nullptr;
    float *hidden = nullptr, *hiddenBias = nullptr;

    operator GruValues() const { return {input, inputBias, hidden, hiddenBias}; }
};

/// The sizes and the variant of a GRU layer.
struct GruShape {
    std::int64_t inputs = 0, units = 0;  ///< D, H
    ResetGate reset = ResetGate::After;
    Gate gate = Gate::Sigmoid;
};

namespace kernels::gru {

/// Pointers to the values that the forward pass saves for the backward pass, with one row per history. Symbols as in
/// GruCell.
struct SavedValues {
    float *fromInput, *fromState;  ///< (rows, 3 H): W x, and U h or U (r h)
    float* gates;                  ///< (rows, 2 H): r, z
    float* candidates;             ///< (rows, H): n
    float* resetState;             ///< (rows, H): r h; only for ResetGate::Before

    /// The same values from row `row` on; `units` is H.
    SavedValues fromRow(std::int64_t row, std::int64_t units) const;
};

/// Pointers to the gradients of the pre-activations, i.e. of the sums to which the gate functions and tanh are applied,
/// with one row per history. Symbols as in GruCell.
struct PreActivationGradients {
    float* toInput;       ///< (rows, 3 H): gradient of W x + b
    float* toState;       ///< (rows, 3 H): gradient of U h + c, or of U (r h) + c
    float* toResetState;  ///< (rows, H): gradient of r h; only for ResetGate::Before
    float* slopes;        ///< (rows, 2 H): derivatives of both gates with respect to their pre-activations
};

/// Advances by one position: computes `out` (rows, H) from h (rows, H) and from W x, which the caller has written to
/// saved.fromInput. `out` may alias h.
void forward(const GruShape& shape, const GruValues& weights, const SavedValues& saved, const float* h, float* out,
             std::int64_t rows);
/// Computes the gradients of the pre-activations from the gradient of `out` (rows, H).
void backward(const GruShape& shape, const GruValues& weights, const SavedValues& saved, const float* h,
              const float* outGradient, const PreActivationGradients& gradientBuffers, std::int64_t rows);

}  // namespace kernels::gru

/// One GRU layer that advances several histories by one position in parallel, without a backward pass:
///   r, z = gate(W x + b + U h + c),  n = tanh(W x + b + r (U h + c)),  h' = (1 - z) n + z h
/// or, with ResetGate::Before, n = tanh(W x + b + U (r h) + c). W and b are the tensors input and inputBias of
/// GruValues; U and c are hidden and hiddenBias. Each equation uses its own H rows of these tensors. There is one row
/// per history, and the number of rows may change from call to call.
class GruCell {
public:
    GruCell(const GruValues& weights, const GruShape& shape) : m_weights(weights), m_shape(shape) {}

    /// x (rows, D), h (rows, H) -> out (rows, H). `out` may alias h.
    void forward(const float* x, const float* h, float* out, std::int64_t rows);

private:
    GruValues m_weights;
    GruShape m_shape;
    kernels::Arena m_buffers;
};

/// One GRU layer applied to whole histories, and backpropagation through time. Rows have the order of
/// PositionOrder: history b at position t is row starts[t] + b, so histories must be sorted from longest to shortest. T
/// = length of the longest history, P = number of all positions.
class GruSequences {
public:
    /// `starts` (T + 1) is ascending, and its increments never grow. `first` (starts[1], H) are the states before the
    /// first position, which receive no gradient; without data they are zeros. `starts`, `first` and `arena` must
    /// outlive this object.
    GruSequences(const GruValues& weights, const GruShape& shape, std::span<const std::int32_t> starts,
                 kernels::Arena& arena, const kernels::Matrix& first = {});

    /// x (P, D) -> states (P, H), in the arena.
    kernels::Matrix forward(const kernels::Matrix& x);
    /// Given the gradient of all states (P, H), which is modified, adds to the gradients of the weights and writes the
    /// gradient of x (P, D).
    void backward(const kernels::Matrix& x, float* stateGradients, float* xGradient, const GruWeights& gradients);

private:
    std::int64_t length() const { return static_cast<std::int64_t>(m_starts.size()) - 1; }
    std::int64_t start(std::int64_t t) const { return m_starts[static_cast<std::size_t>(t)]; }
    std::int64_t rowsAt(std::int64_t t) const { return start(t + 1) - start(t); }

    GruValues m_weights;
    GruShape m_shape;
    std::span<const std::int32_t> m_starts;
    kernels::Arena& m_arena;
    kernels::Matrix m_first;
    kernels::gru::SavedValues m_saved{};
    kernels::Matrix m_before;  ///< (P, H): the state before each position
};

}  // namespace recscope
