// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/gru.h"

#include <algorithm>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope {

namespace kernels::gru {

SavedValues SavedValues::fromRow(std::int64_t row, std::int64_t units) const {
    return {.fromInput = fromInput + row * 3 * units,
            .fromState = fromState + row * 3 * units,
            .gates = gates + row * 2 * units,
            .candidates = candidates + row * units,
            .resetState = resetState == nullptr ? nullptr : resetState + row * units};
}

namespace {

Row rowOf(const SavedValues& saved, std::int64_t b, std::int64_t H) {
    return {.resetGate = saved.gates + b * 2 * H,
            .updateGate = saved.gates + b * 2 * H + H,
            .fromState = saved.fromState + b * 3 * H + 2 * H,
            .candidate = saved.candidates + b * H};
}

}  // namespace

void forward(const GruShape& shape, const GruValues& weights, const SavedValues& saved, const float* h, float* out,
             std::int64_t rows) {
    const std::int64_t H = shape.units;
    const bool resetsAfter = shape.reset == ResetGate::After;  // if true, all 3 H rows of U are multiplied by h
    product({h, H}, {weights.hidden, H, /*transposed=*/true}, saved.fromState, 3 * H, rows, resetsAfter ? 3 * H : 2 * H,
            H);
    for (std::int64_t b = 0; b < rows; ++b)
        applyGate(shape.gate, saved.fromInput + b * 3 * H, weights.inputBias, saved.fromState + b * 3 * H,
                  weights.hiddenBias, saved.gates + b * 2 * H, 2 * H);
    if (!resetsAfter) {
        for (std::int64_t b = 0; b < rows; ++b)
            productOf(saved.gates + b * 2 * H, h + b * H, saved.resetState + b * H, H);
        product({saved.resetState, H}, {weights.hidden + 2 * H * H, H, /*transposed=*/true}, saved.fromState + 2 * H,
                3 * H, rows, H, H);
    }
    for (std::int64_t b = 0; b < rows; ++b)
        newState(shape.reset, rowOf(saved, b, H), saved.fromInput + b * 3 * H + 2 * H, weights.inputBias + 2 * H,
                 weights.hiddenBias + 2 * H, h + b * H, out + b * H, H);
}

void backward(const GruShape& shape, const GruValues& weights, const SavedValues& saved, const float* h,
              const float* outGradient, const PreActivationGradients& gradientBuffers, std::int64_t rows) {
    const std::int64_t H = shape.units;
    gateSlopes(shape.gate, saved.gates, gradientBuffers.slopes, rows * 2 * H);
    for (std::int64_t b = 0; b < rows; ++b)
        newStateBackward(shape.reset, rowOf(saved, b, H), gradientBuffers.slopes + b * 2 * H, outGradient + b * H,
                         h + b * H, gradientBuffers.toInput + b * 3 * H, gradientBuffers.toState + b * 3 * H, H);
    if (shape.reset == ResetGate::After) return;
    product({gradientBuffers.toState + 2 * H, 3 * H}, {weights.hidden + 2 * H * H, H}, gradientBuffers.toResetState, H,
            rows, H, H);
    for (std::int64_t b = 0; b < rows; ++b)
        resetBackward(gradientBuffers.slopes + b * 2 * H, gradientBuffers.toResetState + b * H, h + b * H,
                      gradientBuffers.toInput + b * 3 * H, gradientBuffers.toState + b * 3 * H, H);
}

namespace {

SavedValues allocate(const GruShape& shape, std::int64_t rows, Arena& arena) {
    const std::int64_t H = shape.units;
    return {.fromInput = arena.floats(rows * 3 * H),
            .fromState = arena.floats(rows * 3 * H),
            .gates = arena.floats(rows * 2 * H),
            .candidates = arena.floats(rows * H),
            .resetState = shape.reset == ResetGate::Before ? arena.floats(rows * H) : nullptr};
}

/// Adds the gradients of a layer's weights, from the gradients of its pre-activations and from h (rows, H) and x
/// (rows, D), to `gradients`. If `gradients.hiddenBias` is null, that gradient is not
/// computed.
void addWeightGradients(const GruShape& shape, const float* x, const float* h, std::int64_t rows,
                        const SavedValues& saved, const PreActivationGradients& gradientBuffers,
                        const GruWeights& gradients) {
    const std::int64_t H = shape.units, D = shape.inputs;
    const bool resetsAfter = shape.reset == ResetGate::After;
    if (!resetsAfter)
        product({gradientBuffers.toState + 2 * H, 3 * H, /*transposed=*/true}, {saved.resetState, H},
                gradients.hidden + 2 * H * H, H, H, H, rows, /*alpha=*/1, /*beta=*/1);
    product({gradientBuffers.toState, 3 * H, /*transposed=*/true}, {h, H}, gradients.hidden, H,
            resetsAfter ? 3 * H : 2 * H, H, rows,
            /*alpha=*/1, /*beta=*/1);
    product({gradientBuffers.toInput, 3 * H, /*transposed=*/true}, {x, D}, gradients.input, D, 3 * H, D, rows,
            /*alpha=*/1, /*beta=*/1);
    addRowSum({gradientBuffers.toInput, rows, 3 * H}, gradients.inputBias);
    if (gradients.hiddenBias == nullptr) return;
    addRowSum({gradientBuffers.toState, rows, 3 * H}, gradients.hiddenBias);
}

}  // namespace

}  // namespace kernels::gru

void GruCell::forward(const float* x, const float* h, float* out, std::int64_t rows) {
    const std::int64_t H = m_shape.units, D = m_shape.inputs;
    m_buffers.reset();
    const kernels::gru::SavedValues saved = kernels::gru::allocate(m_shape, rows, m_buffers);
    kernels::product({x, D}, {m_weights.input, D, /*transposed=*/true}, saved.fromInput, 3 * H, rows, 3 * H, D);
    kernels::gru::forward(m_shape, m_weights, saved, h, out, rows);
}

GruSequences::GruSequences(const GruValues& weights, const GruShape& shape, std::span<const std::int32_t> starts,
                           kernels::Arena& arena, const kernels::Matrix& first)
    : m_weights(weights), m_shape(shape), m_starts(starts), m_arena(arena), m_first(first) {}

kernels::Matrix GruSequences::forward(const kernels::Matrix& x) {
    const std::int64_t H = m_shape.units, D = m_shape.inputs, P = x.rows;
    m_saved = kernels::gru::allocate(m_shape, P, m_arena);
    const kernels::Matrix states = m_arena.matrix(P, H);
    m_before = m_arena.matrix(P, H);
    if (P == 0) return states;
    kernels::product({x.data, D}, {m_weights.input, D, /*transposed=*/true}, m_saved.fromInput, 3 * H, P, 3 * H, D);
    if (m_first.data == nullptr)
        std::fill_n(m_before.data, rowsAt(0) * H, 0.0F);
    else
        std::copy_n(m_first.data, rowsAt(0) * H, m_before.data);
    for (std::int64_t t = 0; t < length(); ++t) {
        const std::int64_t first = start(t), rows = rowsAt(t);
        if (t > 0) std::copy_n(states.row(start(t - 1)), rows * H, m_before.row(first));
        kernels::gru::forward(m_shape, m_weights, m_saved.fromRow(first, H), m_before.row(first), states.row(first),
                              rows);
    }
    return states;
}

void GruSequences::backward(const kernels::Matrix& x, float* stateGradients, float* xGradient,
                            const GruWeights& gradients) {
    const std::int64_t H = m_shape.units, D = m_shape.inputs, P = x.rows;
    if (P == 0) return;
    const kernels::gru::PreActivationGradients gradientBuffers = {.toInput = m_arena.floats(P * 3 * H),
                                                                  .toState = m_arena.floats(P * 3 * H),
                                                                  .toResetState = m_arena.floats(rowsAt(0) * H),
                                                                  .slopes = m_arena.floats(rowsAt(0) * 2 * H)};
    const bool resetsAfter = m_shape.reset == ResetGate::After;
    for (std::int64_t t = length() - 1; t >= 0; --t) {
        const std::int64_t first = start(t), rows = rowsAt(t);
        const kernels::gru::SavedValues saved = m_saved.fromRow(first, H);
        const kernels::gru::PreActivationGradients atPosition = {.toInput = gradientBuffers.toInput + first * 3 * H,
                                                                 .toState = gradientBuffers.toState + first * 3 * H,
                                                                 .toResetState = gradientBuffers.toResetState,
                                                                 .slopes = gradientBuffers.slopes};
        const float* const gradient = stateGradients + first * H;
        kernels::gru::backward(m_shape, m_weights, saved, m_before.row(first), gradient, atPosition, rows);
        if (t == 0) break;
        float* const previousGradient = stateGradients + start(t - 1) * H;  // of the states at position t - 1
        kernels::product({atPosition.toState, 3 * H}, {m_weights.hidden, H}, previousGradient, H, rows, H,
                         resetsAfter ? 3 * H : 2 * H, /*alpha=*/1, /*beta=*/1);
        for (std::int64_t b = 0; b < rows; ++b) {
            const float* const gates = saved.gates + b * 2 * H;
            kernels::addProductOf(gradient + b * H, gates + H, previousGradient + b * H, H);
            if (!resetsAfter)
                kernels::addProductOf(atPosition.toResetState + b * H, gates, previousGradient + b * H, H);
        }
    }
    kernels::gru::addWeightGradients(m_shape, x.data, m_before.data, P, m_saved, gradientBuffers, gradients);
    kernels::product({gradientBuffers.toInput, 3 * H}, {m_weights.input, D}, xGradient, D, P, D, 3 * H);
}

}  // namespace recscope
