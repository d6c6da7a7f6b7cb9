// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/config/run_config.h"

namespace recscope {

/// Which loss of ranking_losses.h to compute, and its parameters.
struct RankingLoss {
    LossKind kind = LossKind::CrossEntropy;
    double scorePenalty = 0;  ///< for bpr_max: weight of the penalty on the negatives' squared scores ("bpreg")
    double elu = 0;           ///< for bpr_max: alpha of the ELU applied to the scores before the loss; 0 = no ELU
};

namespace kernels {

/// Computes rankingLoss of ranking_losses.h and its gradient, one row at a time. The buffers are reused for each row.
class RankingRow {
public:
    explicit RankingRow(const RankingLoss& loss) : m_loss(loss) {}

    /// Returns the loss of one row of scores and replaces the scores with `gradientScale` times their gradients.
    /// `target` is the target's column. Each other column j is a negative that counts counts[j] times; counts[target]
    /// is 1. Precondition: there is at least one negative.
    double computeLossAndGradients(float* scores, const float* counts, std::int64_t columns, std::int64_t target,
                                   double gradientScale);

private:
    /// The same as computeLossAndGradients(), for scores to which the ELU, if any, has been applied.
    double computeAfterElu(float* scores, const float* counts, std::int64_t columns, std::int64_t target,
                           double gradientScale);

    RankingLoss m_loss;
    std::vector<float> m_weights, m_terms, m_slopes;
};

}  // namespace kernels

}  // namespace recscope
