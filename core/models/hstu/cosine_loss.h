// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/kernels/tape.h"

namespace recscope {

/// Divides each row by its L2 norm, or by 1e-6 if the norm is smaller.
void normalizeRows(const kernels::Matrix& rows);

/// HSTU's sampled cross-entropy. The logits of a row are the cosines of its state and the vectors of the target and of
/// k negatives, divided by `temperature`. Returns the sum over M rows of -log softmax of the target's logit, divided by
/// `predictions`, the number of positions of the whole batch, and adds its gradients to those of `states` (M, C) and
/// `items` (V + 2, C). `negatives` is (M, k); a negative that equals the target is not excluded.
double cosineLoss(kernels::Tape& tape, kernels::Variable& states, const kernels::Parameter& items,
                  std::span<const Token> targets, std::span<const Token> negatives, double temperature,
                  std::int64_t predictions);

}  // namespace recscope
