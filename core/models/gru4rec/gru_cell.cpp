// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/gru_cell.h"

#include <algorithm>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope {

namespace {

/// At least so many numbers.
float* room(std::vector<float>& values, std::int64_t count) {
    if (static_cast<std::int64_t>(values.size()) < count) values.resize(static_cast<std::size_t>(count));
    return values.data();
}

}  // namespace

GruCell::GruCell(const GruWeights& weights, std::int64_t inputs, std::int64_t units, ResetGate reset)
    : m_weights(weights), m_inputs(inputs), m_units(units), m_reset(reset) {}

gru::Row GruCell::row(std::int64_t b) {
    const std::int64_t H = m_units;
    return {.resetGate = m_gates.data() + b * 2 * H,
            .updateGate = m_gates.data() + b * 2 * H + H,
            .fromState = m_fromState.data() + b * 3 * H + 2 * H,
            .candidate = m_candidates.data() + b * H};
}

void GruCell::forward(const float* x, const float* h, float* out, std::int64_t rows) {
    const std::int64_t H = m_units;
    float* const fromInput = room(m_fromInput, rows * 3 * H);
    float* const fromState = room(m_fromState, rows * 3 * H);
    float* const gates = room(m_gates, rows * 2 * H);
    room(m_candidates, rows * H);
    kernels::product({x, m_inputs}, {m_weights.input, m_inputs, /*transposed=*/true}, fromInput, 3 * H, rows, 3 * H,
                     m_inputs);
    const bool isAfter = m_reset == ResetGate::After;  // then all three are products with h itself
    kernels::product({h, H}, {m_weights.hidden, H, /*transposed=*/true}, fromState, 3 * H, rows,
                     isAfter ? 3 * H : 2 * H, H);
    for (std::int64_t b = 0; b < rows; ++b)
        gru::openGates(fromInput + b * 3 * H, m_weights.inputBias, fromState + b * 3 * H, m_weights.hiddenBias,
                       gates + b * 2 * H, 2 * H);
    if (!isAfter) {
        float* const resetState = room(m_resetState, rows * H);
        for (std::int64_t b = 0; b < rows; ++b) gru::multiply(gates + b * 2 * H, h + b * H, resetState + b * H, H);
        kernels::product({resetState, H}, {m_weights.hidden + 2 * H * H, H, /*transposed=*/true}, fromState + 2 * H,
                         3 * H, rows, H, H);
    }
    for (std::int64_t b = 0; b < rows; ++b)
        gru::newState(m_reset, row(b), fromInput + b * 3 * H + 2 * H, m_weights.inputBias + 2 * H,
                      m_weights.hiddenBias + 2 * H, h + b * H, out + b * H, H);
}

void GruCell::backward(const float* x, const float* h, const float* outGradient, float* xGradient,
                       const GruWeights& gradients, std::int64_t rows) {
    const std::int64_t H = m_units;
    float *const toInput = room(m_toInput, rows * 3 * H), *const toState = room(m_toState, rows * 3 * H);
    for (std::int64_t b = 0; b < rows; ++b)
        gru::newStateBackward(m_reset, row(b), outGradient + b * H, h + b * H, toInput + b * 3 * H, toState + b * 3 * H,
                              H);
    const bool isAfter = m_reset == ResetGate::After;
    if (!isAfter) {
        float* const toResetState = room(m_toResetState, rows * H);
        kernels::product({toState + 2 * H, 3 * H}, {m_weights.hidden + 2 * H * H, H}, toResetState, H, rows, H, H);
        for (std::int64_t b = 0; b < rows; ++b)
            gru::resetBackward(row(b).resetGate, toResetState + b * H, h + b * H, toInput + b * 3 * H,
                               toState + b * 3 * H, H);
        kernels::product({toState + 2 * H, 3 * H, /*transposed=*/true}, {m_resetState.data(), H},
                         gradients.hidden + 2 * H * H, H, H, H, rows);
    }
    kernels::product({toState, 3 * H, /*transposed=*/true}, {h, H}, gradients.hidden, H, isAfter ? 3 * H : 2 * H, H,
                     rows);
    kernels::product({toInput, 3 * H, /*transposed=*/true}, {x, m_inputs}, gradients.input, m_inputs, 3 * H, m_inputs,
                     rows);
    kernels::product({toInput, 3 * H}, {m_weights.input, m_inputs}, xGradient, m_inputs, rows, m_inputs, 3 * H);
    std::fill_n(gradients.inputBias, 3 * H, 0.0F);
    std::fill_n(gradients.hiddenBias, 3 * H, 0.0F);
    kernels::addRowSum({toInput, rows, 3 * H}, gradients.inputBias);
    kernels::addRowSum({toState, rows, 3 * H}, gradients.hiddenBias);
}

}  // namespace recscope
