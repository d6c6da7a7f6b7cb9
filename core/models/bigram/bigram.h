// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// A bigram: what followed the last item in the training parts, items never seen there by popularity.
ModelEntry bigramEntry();

}  // namespace recscope
