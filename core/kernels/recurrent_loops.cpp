// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/recurrent_loops.h"

#include "core/kernels/fast_math.h"
#include "core/util/vector_clones.h"

namespace recscope::kernels {

RECSCOPE_VECTOR_CLONES
void lstmForward(const LstmRow& row, const float* bias, float* state, std::int64_t units) {
    float *const inputGate = row.gates, *const forgetGate = inputGate + units, *const candidate = forgetGate + units,
                 *const outputGate = candidate + units;
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float i = fastSigmoid(inputGate[c] + bias[c]), f = fastSigmoid(forgetGate[c] + bias[units + c]);
        const float g = fastTanh(candidate[c] + bias[2 * units + c]),
                    o = fastSigmoid(outputGate[c] + bias[3 * units + c]);
        const float cell = f * row.before[c] + i * g, cellTanh = fastTanh(cell);
        inputGate[c] = i;
        forgetGate[c] = f;
        candidate[c] = g;
        outputGate[c] = o;
        row.cell[c] = cell;
        row.cellTanh[c] = cellTanh;
        state[c] = o * cellTanh;
    }
}

RECSCOPE_VECTOR_CLONES
void lstmBackward(const LstmRow& row, const float* stateGradient, float* cellGradient, float* sumGradients,
                  std::int64_t units) {
    const float *const inputGate = row.gates, *const forgetGate = inputGate + units,
                       *const candidate = forgetGate + units, *const outputGate = candidate + units;
#pragma GCC ivdep
    for (std::int64_t c = 0; c < units; ++c) {
        const float i = inputGate[c], f = forgetGate[c], g = candidate[c], o = outputGate[c], t = row.cellTanh[c];
        const float toCell = cellGradient[c] + stateGradient[c] * o * (1.0F - t * t);
        sumGradients[c] = toCell * g * i * (1.0F - i);
        sumGradients[units + c] = toCell * row.before[c] * f * (1.0F - f);
        sumGradients[2 * units + c] = toCell * i * (1.0F - g * g);
        sumGradients[3 * units + c] = stateGradient[c] * t * o * (1.0F - o);
        cellGradient[c] = toCell * f;
    }
}

}  // namespace recscope::kernels
