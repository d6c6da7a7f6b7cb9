// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// BERT4Rec (Sun et al., CIKM 2019): bidirectional post-norm transformer, output tied to the input embedding.
ModelEntry bert4RecEntry();

RunConfig bert4RecConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> bert4RecPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
