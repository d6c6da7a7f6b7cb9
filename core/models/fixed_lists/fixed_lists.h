// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// Lists of recommendations that another program made, at most K items for each user. Scores only listed items; does
/// not read the history and cannot be trained.
///
/// Tensors, both of shape (U, K), best item first: `lists.items` contains item tokens, and 0 after the end of a shorter
/// list; `lists.scores` never increases within a row.
ModelEntry fixedListsEntry();

}  // namespace recscope
