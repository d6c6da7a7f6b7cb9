// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// FMC, a factorised first-order Markov chain: the score of candidate c after the last item l is M_l . N_c, where each
/// item has a vector M for its role as last item and a vector N for its role as next item. The code is in
/// core/models/pairwise/transition_factors.h.
ModelEntry fmcEntry();

RunConfig fmcConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> fmcPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
