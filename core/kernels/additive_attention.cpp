// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/additive_attention.h"

#include <algorithm>

#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope::kernels {

Matrix AdditiveAttention::forward(const Matrix& x, const Matrix& q) {
    const std::int64_t H = m_weights.units, C = x.columns;
    m_gates = m_arena.matrix(x.rows, H);
    m_alphas = m_arena.floats(x.rows);
    const Matrix mixed = m_arena.matrix(q.rows, C);
    if (x.rows > 0) product({x.data, C}, {m_weights.state, C, /*transposed=*/true}, m_gates.data, H, x.rows, H, C);
    for (std::int64_t n = 0; n < q.rows; ++n) {
        const std::int64_t first = start(n), rows = start(n + 1) - first;
        for (std::int64_t t = first; t < first + rows; ++t) applyGate(m_weights.gate, m_gates.row(t), q.row(n), H);
        rowDots({m_gates.row(first), rows, H}, m_weights.vector, m_alphas + first);
        if (m_weights.softmax && rows > 0) softmax(m_alphas + first, rows, rows);
        weightedSum({x.row(first), rows, C}, m_alphas + first, mixed.row(n));
    }
    return mixed;
}

void AdditiveAttention::backward(const Matrix& x, const Matrix& mixedGradient, const Gradients& gradients,
                                 const Matrix& xGradient, const Matrix& qGradient) {
    const std::int64_t H = m_weights.units, C = x.columns, P = x.rows;
    if (P == 0) {
        std::fill_n(qGradient.data, qGradient.size(), 0.0F);
        return;
    }
    const Matrix gateInputGradient = m_arena.matrix(P, H);
    float* const alphaGradient = m_arena.floats(P);
    gateSlopes(m_weights.gate, m_gates.data, gateInputGradient.data, P * H);
    for (std::int64_t n = 0; n < qGradient.rows; ++n) {
        const std::int64_t first = start(n), rows = start(n + 1) - first;
        rowDots({x.row(first), rows, C}, mixedGradient.row(n), alphaGradient + first);
        std::fill_n(qGradient.row(n), H, 0.0F);
        for (std::int64_t t = first; t < first + rows; ++t)
            addScaled(xGradient.row(t), mixedGradient.row(n), C, m_alphas[t]);
        if (m_weights.softmax && rows > 0)
            softmaxBackward(m_alphas + first, alphaGradient + first, rows, /*keptScale=*/1);
        for (std::int64_t t = first; t < first + rows; ++t) {
            addScaled(gradients.vector, m_gates.row(t), H, alphaGradient[t]);
            multiplyScaled(gateInputGradient.row(t), m_weights.vector, alphaGradient[t], H);
        }
        addRowSum({gateInputGradient.row(first), rows, H}, qGradient.row(n));
    }
    product({gateInputGradient.data, H, /*transposed=*/true}, {x.data, C}, gradients.state, C, H, C, P, /*alpha=*/1,
            /*beta=*/1);
    product({gateInputGradient.data, H}, {m_weights.state, C}, xGradient.data, C, P, C, H, /*alpha=*/1, /*beta=*/1);
}

}  // namespace recscope::kernels
