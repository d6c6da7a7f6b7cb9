// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/sample_rules.h"

namespace recscope {

/// Invented titles, years and genres, (V) in token order, unique. The titles of films that belong together show this,
/// so that a person can read the cause off an attention map; a model does not see the titles.
std::vector<ItemInfo> makeSampleItems(const SampleRules& rules, Random& random);

}  // namespace recscope
