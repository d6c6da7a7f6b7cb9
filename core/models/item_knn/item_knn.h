// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// Item-kNN (Sarwar et al., WWW 2001): the score of candidate c is the sum of the similarities sim(h, c) over the items
/// h of the history that are among the K items most similar to c. Tensors, for V items plus PAD and MASK:
/// `neighbours.index` and `neighbours.weight` (V + 2, K): the row of a candidate holds the tokens and the similarities
/// of its neighbours, most similar first, padded with PAD and 0; `item_count` (V + 2), by which items are ranked for an
/// empty history.
ModelEntry itemKnnEntry();

RunConfig itemKnnConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> itemKnnPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
