// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// FMC, a factorised first-order Markov chain: the score of c after l is M_l . N_c, two vectors of the item l and c
/// (core/models/pairwise/transition_factors.h).
ModelEntry fmcEntry();

RunConfig fmcConfig();
std::vector<Preset> fmcPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
