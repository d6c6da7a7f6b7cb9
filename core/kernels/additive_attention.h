// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/kernels/arena.h"
#include "core/kernels/gates.h"
#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// Additive attention, which pools the states x of a history: sum_t alpha_t x_t. alpha_t is v . gate(W x_t + q) or, if
/// `softmax` is set, the softmax of these values over the history. q is the projected query. STAMP (Liu et al., KDD
/// 2018, equations 3 and 7) and NARM (Li et al., CIKM 2017, equations 6 to 8) use this form. The N histories are
/// concatenated to P rows of C columns: history n occupies rows starts[n] … starts[n + 1] - 1. H is the number of
/// units.
class AdditiveAttention {
public:
    struct Weights {
        const float* state = nullptr;   ///< W (H, C)
        const float* vector = nullptr;  ///< v (H)
        std::int64_t units = 0;         ///< H
        Gate gate = Gate::Sigmoid;
        bool softmax = false;
    };
    struct Gradients {
        float *state = nullptr, *vector = nullptr;  ///< accumulated
    };

    /// `starts` (N + 1) and `arena` must outlive this object.
    AdditiveAttention(const Weights& weights, std::span<const std::int32_t> starts, Arena& arena)
        : m_weights(weights), m_starts(starts), m_arena(arena) {}

    /// x (P, C), q (N, H) -> mixed (N, C), in the arena. An empty history gives zeros.
    Matrix forward(const Matrix& x, const Matrix& q);
    /// alpha (P) of the last forward pass.
    std::span<const float> alphas() const { return {m_alphas, static_cast<std::size_t>(m_starts.back())}; }
    /// Given the gradient of `mixed` (N, C), adds to the gradients of the weights and of x (P, C), and overwrites the
    /// gradient of q (N, H).
    void backward(const Matrix& x, const Matrix& mixedGradient, const Gradients& gradients, const Matrix& xGradient,
                  const Matrix& qGradient);

private:
    std::int64_t start(std::int64_t n) const { return m_starts[static_cast<std::size_t>(n)]; }

    Weights m_weights;
    std::span<const std::int32_t> m_starts;
    Arena& m_arena;
    Matrix m_gates;             ///< (P, H)
    float* m_alphas = nullptr;  ///< (P)
};

}  // namespace recscope::kernels
