// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// A bigram model: ranks items by how often they followed the last item of the history, counted in the training parts
/// of all histories. The counts are smoothed by popularity. Items that never followed the last item are therefore
/// ranked by popularity alone.
ModelEntry bigramEntry();

}  // namespace recscope
