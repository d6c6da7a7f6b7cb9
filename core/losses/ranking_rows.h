// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/config/run_config.h"

namespace recscope {

/// What the losses of ranking_losses.h need besides the scores.
struct RankingLoss {
    LossKind kind = LossKind::CrossEntropy;
    double scorePenalty = 0;  ///< bpr_max: how strongly negatives' scores are pulled to zero ("bpreg")
    double elu = 0;           ///< bpr_max: alpha of ELU on the scores before all else; 0 = none
};

namespace kernels {

/// rankingLoss of ranking_losses.h, a row at a time; keeps the memory that rows need.
class RankingRow {
public:
    explicit RankingRow(const RankingLoss& loss) : m_loss(loss) {}

    /// The loss of one row of scores; they become `share` times the gradient. Column j stands there counts[j] times;
    /// the target's own column, which stands there once, is the right one, and there is at least one negative.
    double replace(float* scores, const float* counts, std::int64_t columns, std::int64_t target, double share);

private:
    double replaceBent(float* scores, const float* counts, std::int64_t columns, std::int64_t target, double share);

    RankingLoss m_loss;
    std::vector<float> m_shares, m_terms, m_slopes;
};

}  // namespace kernels

}  // namespace recscope
