// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/arena.h"
#include "core/kernels/gru_loops.h"
#include "core/kernels/matrix.h"

namespace recscope {

/// The tensors of one GRU layer: 3 H rows: reset, update, new.
struct GruValues {
    const float *input = nullptr, *inputBias = nullptr;    ///< (3 H, D), (3 H)
    const float *hidden = nullptr, *hiddenBias = nullptr;  ///< (3 H, H), (3 H)
};

/// The same to be changed, or their gradients.
struct GruWeights {
    float *input = nullptr, *inputBias = nullptr;
    float *hidden = nullptr, *hiddenBias = nullptr;

    operator GruValues() const { return {input, inputBias, hidden, hiddenBias}; }
};

/// What a GRU layer is, besides its numbers.
struct GruShape {
    std::int64_t inputs = 0, units = 0;  ///< D, H
    ResetGate reset = ResetGate::After;
    Gate gate = Gate::Sigmoid;
};

namespace kernels::gru {

/// What the backward pass through a position needs again, row by row.
struct Memory {
    float *fromInput, *fromState;  ///< (rows, 3 H)
    float* gates;                  ///< (rows, 2 H): r, z
    float* candidates;             ///< (rows, H): n
    float* resetState;             ///< (rows, H): r h, Before only

    Memory at(std::int64_t row, std::int64_t units) const;
};

/// The gradients of a position's sums.
struct Sums {
    float *toInput, *toState;  ///< (rows, 3 H)
    float* toResetState;       ///< (rows, H): of r h, Before only
    float* slopes;             ///< (rows, 2 H): of the gates
};

/// One position: from W x, which is in memory.fromInput, and h (rows, H) to out (rows, H), which may be h.
void forward(const GruShape& shape, const GruValues& weights, const Memory& memory, const float* h, float* out,
             std::int64_t rows);
/// From the gradient of `out` (rows, H) to those of the sums.
void backward(const GruShape& shape, const GruValues& weights, const Memory& memory, const float* h,
              const float* outGradient, const Sums& sums, std::int64_t rows);

}  // namespace kernels::gru

/// One GRU layer going one position on for several histories side by side, and the backward pass through that one
/// position:
///   r, z = gate(W x + b + U h + c),  n = tanh(W x + b + r (U h + c)),  h' = (1 - z) n + z h
/// or, with ResetGate::Before, n = tanh(W x + b + U (r h) + c). The number of rows may change from call to call.
class GruCell {
public:
    GruCell(const GruValues& weights, const GruShape& shape) : m_weights(weights), m_shape(shape) {}

    /// x (rows, D), h (rows, H) -> out (rows, H), which may be h.
    void forward(const float* x, const float* h, float* out, std::int64_t rows);

    /// From the gradient of `out` of the last forward, for the same x and h: writes the gradients of the weights and
    /// that of x. h counts as given: nothing goes back through time. Pre: `out` was not h.
    void backward(const float* x, const float* h, const float* outGradient, float* xGradient,
                  const GruWeights& gradients, std::int64_t rows);

private:
    kernels::gru::Memory memory(std::int64_t rows);

    GruValues m_weights;
    GruShape m_shape;
    // Of the last forward.
    std::vector<float> m_fromInput, m_fromState, m_gates, m_candidates, m_resetState;
    // Of the backward pass.
    std::vector<float> m_toInput, m_toState, m_toResetState, m_slopes;
};

/// One GRU layer read along whole histories from an empty state, and the backward pass through all of them. Rows stand
/// position by position: history b's row of position t is starts[t] + b, so the longest history comes first.
class GruSequences {
public:
    /// starts (T + 1), rising by ever less. `starts` and `arena` must outlive this.
    GruSequences(const GruValues& weights, const GruShape& shape, std::span<const std::int32_t> starts,
                 kernels::Arena& arena);

    /// x (P, D) -> states (P, H), in the arena.
    kernels::Matrix forward(const kernels::Matrix& x);
    /// From the gradient of all states (P, H), which is changed: adds to the gradients of the weights, writes that of x
    /// (P, D).
    void backward(const kernels::Matrix& x, float* stateGradients, float* xGradient, const GruWeights& gradients);

private:
    std::int64_t length() const { return static_cast<std::int64_t>(m_starts.size()) - 1; }
    std::int64_t start(std::int64_t t) const { return m_starts[static_cast<std::size_t>(t)]; }
    std::int64_t rowsAt(std::int64_t t) const { return start(t + 1) - start(t); }

    GruValues m_weights;
    GruShape m_shape;
    std::span<const std::int32_t> m_starts;
    kernels::Arena& m_arena;
    kernels::gru::Memory m_memory{};
    kernels::Matrix m_before;  ///< (P, H): the state each position began with
};

}  // namespace recscope
