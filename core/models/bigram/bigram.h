// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// A bigram model: ranks items by how often they followed the last item in the training parts; items that never
/// followed it are ranked by popularity.
ModelEntry bigramEntry();

}  // namespace recscope
