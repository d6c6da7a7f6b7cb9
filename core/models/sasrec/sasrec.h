// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// SASRec (Kang & McAuley, ICDM 2018): causal pre-norm transformer with ReLU; scores are dot products with the input
/// embeddings.
ModelEntry sasRecEntry();

RunConfig sasRecConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> sasRecPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
