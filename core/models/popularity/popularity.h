// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// POP: every user gets the items with the most training interactions.
ModelEntry popularityEntry();

}  // namespace recscope
