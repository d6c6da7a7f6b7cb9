// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "core/losses/ranking_rows.h"

namespace recscope {

// Losses that compare a target's score r_i with the scores r_j of its negatives. s_j is the softmax over the scores
// of the negatives alone.
//   ce        -log softmax_i over target and negatives
//   bpr       -sum_j log sigmoid(r_i - r_j)                                    (Rendle et al., UAI 2009)
//   top1      mean_j [sigmoid(r_j - r_i) + sigmoid(r_j^2)]                     (Hidasi et al., ICLR 2016)
//   bpr_max   -log sum_j s_j sigmoid(r_i - r_j) + penalty sum_j s_j r_j^2      (Hidasi & Karatzoglou, CIKM 2018)
//   top1_max  sum_j s_j [sigmoid(r_j - r_i) + sigmoid(r_j^2)]                  (Hidasi & Karatzoglou, CIKM 2018)
// `rankingLoss` is the readable reference; training uses `RankingRow` (ranking_rows.h).

/// Returns the loss of each of M rows. `scores` is (M, n) for n candidate items; `targets` (M) int64 is the column of
/// each row's target. All other columns are the row's negatives; `counts` (n) says how often each of them counts. The
/// count of a target's column is 1.
torch::Tensor rankingLoss(const RankingLoss& loss, const torch::Tensor& scores, const torch::Tensor& counts,
                          const torch::Tensor& targets);

}  // namespace recscope
