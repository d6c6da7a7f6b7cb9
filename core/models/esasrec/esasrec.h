// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// eSASRec (Tikhonovich et al., RecSys 2025): SASRec's task with the layers of LiGR (gated residuals, SwiGLU) and a
/// softmax over the target and drawn items.
ModelEntry eSasRecEntry();

RunConfig eSasRecConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> eSasRecPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
