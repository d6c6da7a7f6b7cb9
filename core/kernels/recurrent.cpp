// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/recurrent.h"

#include <algorithm>

#include "core/kernels/product.h"
#include "core/kernels/recurrent_loops.h"

namespace recscope::kernels {

namespace {

/// Where the rows of each step are: `starts` of PositionOrder.
struct Steps {
    std::span<const std::int32_t> starts;

    std::int64_t count() const { return static_cast<std::int64_t>(starts.size()) - 1; }
    std::int64_t first(std::int64_t t) const { return starts[static_cast<std::size_t>(t)]; }
    std::int64_t rows(std::int64_t t) const { return first(t + 1) - first(t); }
};

/// sums (rows at t, of width G) += U h_{t-1}, with U (G, H) and `states` (P, H)
void addFromStates(const Steps& steps, std::int64_t t, const Matrix& states, const Parameter& hidden,
                   const Matrix& sums) {
    if (t == 0) return;
    const std::int64_t G = hidden.rows, H = hidden.columns;
    product({states.row(steps.first(t - 1)), H}, {hidden.value, H, /*transposed=*/true}, sums.row(steps.first(t)), G,
            steps.rows(t), G, H, /*alpha=*/1, /*beta=*/1);
}

/// Adds the gradients of the states at step t - 1, given those of the sums at step t.
void addToStates(const Steps& steps, std::int64_t t, const Matrix& sumGradients, const Parameter& hidden,
                 const Matrix& stateGradients) {
    if (t == 0) return;
    const std::int64_t G = hidden.rows, H = hidden.columns;
    product({sumGradients.row(steps.first(t)), G}, {hidden.value, H}, stateGradients.row(steps.first(t - 1)), H,
            steps.rows(t), H, G, /*alpha=*/1, /*beta=*/1);
}

/// Adds the gradients of W, b, U and x, given those of the sums W x_t + b + U h_{t-1} (P, G) of all steps.
void addSumGradients(Tape& tape, Variable& x, const RecurrentParameters& parameters, const Steps& steps,
                     const Matrix& states, const Matrix& sumGradients) {
    const std::int64_t G = sumGradients.columns, D = x.value.columns, H = states.columns, P = sumGradients.rows;
    if (parameters.bias) addRowSum(sumGradients, parameters.bias.gradient);
    product({sumGradients.data, G, /*transposed=*/true}, {x.value.data, D}, parameters.input.gradient, D, G, D, P,
            /*alpha=*/1, /*beta=*/1);
    const std::int64_t firstStepRows = steps.rows(0);  // before these rows, the state is zero
    if (P > firstStepRows) {
        const Matrix before = tape.arena().matrix(P - firstStepRows, H);
        for (std::int64_t t = 1; t < steps.count(); ++t)
            std::copy_n(states.row(steps.first(t - 1)), steps.rows(t) * H, before.row(steps.first(t) - firstStepRows));
        product({sumGradients.row(firstStepRows), G, /*transposed=*/true}, {before.data, H}, parameters.hidden.gradient,
                H, G, H, before.rows, /*alpha=*/1, /*beta=*/1);
    }
    float beta = 0;
    const Matrix& xGradient = tape.gradientToWrite(x, beta);
    product({sumGradients.data, G}, {parameters.input.value, D}, xGradient.data, D, P, D, G, /*alpha=*/1, beta);
}

}  // namespace

Variable& simpleRecurrentStates(Tape& tape, Variable& x, const RecurrentParameters& parameters, Activation kind,
                                std::span<const std::int32_t> starts) {
    const Steps steps{starts};
    const std::int64_t P = x.value.rows, D = x.value.columns, H = parameters.hidden.rows;
    const Matrix states = tape.arena().matrix(P, H);
    const bool savesSlopes = tape.recordsGradients();
    float* const slopes = tape.arena().floats(savesSlopes ? P * H : H);
    const float* const bias = parameters.bias ? parameters.bias.value : tape.arena().zeros(1, H).data;
    if (P > 0) product({x.value.data, D}, {parameters.input.value, D, /*transposed=*/true}, states.data, H, P, H, D);
    for (std::int64_t t = 0; t < steps.count(); ++t) {
        addFromStates(steps, t, states, parameters.hidden, states);
        activate(kind, {states.row(steps.first(t)), steps.rows(t), H}, bias,
                 savesSlopes ? slopes + steps.first(t) * H : slopes, savesSlopes);
    }
    return tape.result(states, [&tape, &x, parameters, steps, states, slopes, H](const Matrix& gradient) {
        if (gradient.rows == 0) return;
        for (std::int64_t t = steps.count() - 1; t >= 0; --t) {
            const std::int64_t first = steps.first(t);
            multiply(gradient.row(first), slopes + first * H, steps.rows(t) * H);  // now the gradient of the sums
            addToStates(steps, t, gradient, parameters.hidden, gradient);
        }
        addSumGradients(tape, x, parameters, steps, states, gradient);
    });
}

namespace {

/// What the backward pass of an LSTM needs.
struct LstmValues {
    Matrix gates;             ///< (P, 4 H)
    Matrix cells, cellTanhs;  ///< (P, H)
    float* noCell;            ///< zeros (H): c before a history

    LstmRow row(const Steps& steps, std::int64_t t, std::int64_t b) const {
        const std::int64_t at = steps.first(t) + b;
        return {.gates = gates.row(at),
                .cell = cells.row(at),
                .cellTanh = cellTanhs.row(at),
                .before = t == 0 ? noCell : cells.row(steps.first(t - 1) + b)};
    }
};

}  // namespace

Variable& lstmStates(Tape& tape, Variable& x, const RecurrentParameters& parameters,
                     std::span<const std::int32_t> starts) {
    const Steps steps{starts};
    const std::int64_t P = x.value.rows, D = x.value.columns, G = parameters.hidden.rows, H = parameters.hidden.columns;
    Arena& arena = tape.arena();
    const LstmValues values{.gates = arena.matrix(P, G),
                            .cells = arena.matrix(P, H),
                            .cellTanhs = arena.matrix(P, H),
                            .noCell = arena.zeros(1, H).data};
    const Matrix states = arena.matrix(P, H);
    const float* const bias = parameters.bias ? parameters.bias.value : arena.zeros(1, G).data;
    if (P > 0)
        product({x.value.data, D}, {parameters.input.value, D, /*transposed=*/true}, values.gates.data, G, P, G, D);
    for (std::int64_t t = 0; t < steps.count(); ++t) {
        addFromStates(steps, t, states, parameters.hidden, values.gates);
        for (std::int64_t b = 0; b < steps.rows(t); ++b)
            lstmForward(values.row(steps, t, b), bias, states.row(steps.first(t) + b), H);
    }
    return tape.result(states, [&tape, &x, parameters, steps, states, values, H](const Matrix& gradient) {
        if (gradient.rows == 0) return;
        const Matrix sumGradients = tape.arena().matrix(gradient.rows, values.gates.columns);
        // The gradients of c_t that come from step t + 1.
        const Matrix cellGradients = tape.arena().zeros(steps.rows(0), H);
        for (std::int64_t t = steps.count() - 1; t >= 0; --t) {
            for (std::int64_t b = 0; b < steps.rows(t); ++b)
                lstmBackward(values.row(steps, t, b), gradient.row(steps.first(t) + b), cellGradients.row(b),
                             sumGradients.row(steps.first(t) + b), H);
            addToStates(steps, t, sumGradients, parameters.hidden, gradient);
        }
        addSumGradients(tape, x, parameters, steps, states, sumGradients);
    });
}

}  // namespace recscope::kernels
