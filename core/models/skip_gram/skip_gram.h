// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// Skip-gram (Mikolov et al., 2013) over items, which section 3.7 of the BERT4Rec paper contrasts with BERT4Rec. As in
/// word2vec's program, each item is predicted from each item around it alone; the paper describes the reverse
/// direction. The code is in core/models/word2vec/word2vec.h.
ModelEntry skipGramEntry();

RunConfig skipGramConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> skipGramPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
