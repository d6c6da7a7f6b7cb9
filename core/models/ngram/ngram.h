// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// The predictive model of the MDP-based recommender (Shani, Heckerman & Brafman, JMLR 2005): a mixture, with equal
/// weights, of n-gram models that read the last k = 1…K items. An occurrence of these items in a training part counts
/// 2^-(j - 1) for the item j places after it (the paper's skipping). If they never occur, fewer items are read.
///
/// The counts of all contexts would need far more memory than the training parts, so these are kept with an index, and
/// each query counts the occurrences of its own contexts: 12 bytes per training interaction (12 MB for ML-1M).
/// Scores are probabilities. Tensors, for V items plus PAD and MASK, P training interactions and U users: `item_share`
/// (V + 2), each item's share of the interactions, `backoff` (1), the pseudo-counts that a shorter context adds, and
/// `training.items` (P + U), the training part of each history followed by PAD: exported weights contain them.
ModelEntry ngramEntry();

}  // namespace recscope
