// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// Item-kNN (Sarwar et al., WWW 2001): the score of c is the sum of sim(h, c) over the items h of the history that are
/// among the K most similar to c. Tensors: `neighbours.index` and `neighbours.weight` (V + 2, K): row = candidate, the
/// tokens of its neighbours, the most similar first, and how similar they are; PAD and 0 where it has fewer;
/// `item_count` (V + 2): an empty history is answered by popularity.
ModelEntry itemKnnEntry();

RunConfig itemKnnConfig();
std::vector<Preset> itemKnnPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
