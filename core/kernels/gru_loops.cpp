// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/gru_loops.h"

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::kernels::gru {

namespace {

RECSCOPE_VECTOR_CLONES
void newStateAfter(const Row& row, const float* input, const float* inputBias, const float* stateBias, const float* h,
                   float* out, std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float state = row.fromState[c] + stateBias[c], z = row.updateGate[c];
        const float n = fastTanh(input[c] + inputBias[c] + row.resetGate[c] * state);
        row.fromState[c] = state;
        row.candidate[c] = n;
        out[c] = (1.0F - z) * n + z * h[c];
    }
}

RECSCOPE_VECTOR_CLONES
void newStateBefore(const Row& row, const float* input, const float* inputBias, const float* stateBias, const float* h,
                    float* out, std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float z = row.updateGate[c];
        const float n = fastTanh(input[c] + inputBias[c] + row.fromState[c] + stateBias[c]);
        row.candidate[c] = n;
        out[c] = (1.0F - z) * n + z * h[c];
    }
}

RECSCOPE_VECTOR_CLONES
void backwardAfter(const Row& row, const float* slopes, const float* gradient, const float* h, float* toInput,
                   float* toState, std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float g = gradient[c], z = row.updateGate[c], n = row.candidate[c], r = row.resetGate[c];
        const float toNew = g * (1.0F - z) * (1.0F - n * n), toUpdate = g * (h[c] - n) * slopes[units + c];
        const float toReset = toNew * row.fromState[c] * slopes[c];
        toInput[c] = toReset;
        toState[c] = toReset;
        toInput[units + c] = toUpdate;
        toState[units + c] = toUpdate;
        toInput[2 * units + c] = toNew;
        toState[2 * units + c] = toNew * r;
    }
}

RECSCOPE_VECTOR_CLONES
void backwardBefore(const Row& row, const float* slopes, const float* gradient, const float* h, float* toInput,
                    float* toState, std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float g = gradient[c], z = row.updateGate[c], n = row.candidate[c];
        const float toNew = g * (1.0F - z) * (1.0F - n * n), toUpdate = g * (h[c] - n) * slopes[units + c];
        toInput[units + c] = toUpdate;
        toState[units + c] = toUpdate;
        toInput[2 * units + c] = toNew;
        toState[2 * units + c] = toNew;
    }
}

RECSCOPE_VECTOR_CLONES
void sigmoidGate(const float* input, const float* inputBias, const float* state, const float* stateBias, float* gates,
                 std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) gates[c] = fastSigmoid(input[c] + inputBias[c] + state[c] + stateBias[c]);
}

RECSCOPE_VECTOR_CLONES
void hardSigmoidGate(const float* input, const float* inputBias, const float* state, const float* stateBias,
                     float* gates, std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c)
        gates[c] = smaller(1.0F, larger(0.0F, 0.2F * (input[c] + inputBias[c] + state[c] + stateBias[c]) + 0.5F));
}

}  // namespace

void applyGate(Gate gate, const float* input, const float* inputBias, const float* state, const float* stateBias,
               float* gates, std::int64_t count) {
    (gate == Gate::Sigmoid ? sigmoidGate : hardSigmoidGate)(input, inputBias, state, stateBias, gates, count);
}

void newState(ResetGate reset, const Row& row, const float* input, const float* inputBias, const float* stateBias,
              const float* h, float* out, std::int64_t units) {
    (reset == ResetGate::After ? newStateAfter : newStateBefore)(row, input, inputBias, stateBias, h, out, units);
}

void newStateBackward(ResetGate reset, const Row& row, const float* slopes, const float* gradient, const float* h,
                      float* toInput, float* toState, std::int64_t units) {
    (reset == ResetGate::After ? backwardAfter : backwardBefore)(row, slopes, gradient, h, toInput, toState, units);
}

RECSCOPE_VECTOR_CLONES
void resetBackward(const float* slopes, const float* gradient, const float* h, float* toInput, float* toState,
                   std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float toReset = gradient[c] * h[c] * slopes[c];
        toInput[c] = toReset;
        toState[c] = toReset;
    }
}

}  // namespace recscope::kernels::gru
