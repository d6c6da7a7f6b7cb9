// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/sample_rules.h"

namespace recscope {

/// Invented titles, years and genres, (V) in token order, unique. Films that belong together say so in their titles, so
/// that a person can read the cause off an attention map; a model sees none of this.
std::vector<ItemInfo> makeSampleItems(const SampleRules& rules, Random& random);

}  // namespace recscope
