// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// FPMC (Rendle et al., WWW 2010) with baskets of one item: the score of candidate c for user u after the last item l
/// is P_u . Q_c + M_l . N_c. The paper's third product, of user and last item, is left out because it is the same for
/// all candidates. The code is in core/models/pairwise/transition_factors.h.
ModelEntry fpmcEntry();

RunConfig fpmcConfig();
/// `dense`: whether the dataset's histories are long on average.
std::vector<Preset> fpmcPresets(bool dense, const DatasetInfo& dataset);

}  // namespace recscope
