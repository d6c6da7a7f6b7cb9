// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/gru4rec/gru_loops.h"

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::gru {

namespace {

RECSCOPE_VECTOR_CLONES
void newStateAfter(const Row& row, const float* input, const float* inputBias, const float* stateBias, const float* h,
                   float* out, std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float state = row.fromState[c] + stateBias[c], z = row.updateGate[c];
        const float n = kernels::fastTanh(input[c] + inputBias[c] + row.resetGate[c] * state);
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
        const float n = kernels::fastTanh(input[c] + inputBias[c] + row.fromState[c] + stateBias[c]);
        row.candidate[c] = n;
        out[c] = (1.0F - z) * n + z * h[c];
    }
}

RECSCOPE_VECTOR_CLONES
void backwardAfter(const Row& row, const float* gradient, const float* h, float* toInput, float* toState,
                   std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float g = gradient[c], z = row.updateGate[c], n = row.candidate[c], r = row.resetGate[c];
        const float toNew = g * (1.0F - z) * (1.0F - n * n), toUpdate = g * (h[c] - n) * z * (1.0F - z);
        const float toReset = toNew * row.fromState[c] * r * (1.0F - r);
        toInput[c] = toReset;
        toState[c] = toReset;
        toInput[units + c] = toUpdate;
        toState[units + c] = toUpdate;
        toInput[2 * units + c] = toNew;
        toState[2 * units + c] = toNew * r;
    }
}

RECSCOPE_VECTOR_CLONES
void backwardBefore(const Row& row, const float* gradient, const float* h, float* toInput, float* toState,
                    std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float g = gradient[c], z = row.updateGate[c], n = row.candidate[c];
        const float toNew = g * (1.0F - z) * (1.0F - n * n), toUpdate = g * (h[c] - n) * z * (1.0F - z);
        toInput[units + c] = toUpdate;
        toState[units + c] = toUpdate;
        toInput[2 * units + c] = toNew;
        toState[2 * units + c] = toNew;
    }
}

}  // namespace

RECSCOPE_VECTOR_CLONES
void openGates(const float* input, const float* inputBias, const float* state, const float* stateBias, float* gates,
               std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c)
        gates[c] = kernels::fastSigmoid(input[c] + inputBias[c] + state[c] + stateBias[c]);
}

RECSCOPE_VECTOR_CLONES
void multiply(const float* x, const float* y, float* out, std::int64_t count) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < count; ++c) out[c] = x[c] * y[c];
}

void newState(ResetGate reset, const Row& row, const float* input, const float* inputBias, const float* stateBias,
              const float* h, float* out, std::int64_t units) {
    (reset == ResetGate::After ? newStateAfter : newStateBefore)(row, input, inputBias, stateBias, h, out, units);
}

void newStateBackward(ResetGate reset, const Row& row, const float* gradient, const float* h, float* toInput,
                      float* toState, std::int64_t units) {
    (reset == ResetGate::After ? backwardAfter : backwardBefore)(row, gradient, h, toInput, toState, units);
}

RECSCOPE_VECTOR_CLONES
void resetBackward(const float* resetGate, const float* gradient, const float* h, float* toInput, float* toState,
                   std::int64_t units) {
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float r = resetGate[c], toReset = gradient[c] * h[c] * r * (1.0F - r);
        toInput[c] = toReset;
        toState[c] = toReset;
    }
}

}  // namespace recscope::gru
