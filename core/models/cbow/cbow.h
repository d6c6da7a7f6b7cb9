// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// CBOW (Mikolov et al., 2013) over items, which section 3.7 of the BERT4Rec paper contrasts with BERT4Rec. The code is
/// in core/models/word2vec/word2vec.h.
ModelEntry cbowEntry();

RunConfig cbowConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> cbowPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
