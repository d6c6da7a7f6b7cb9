// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/sample_rules.h"

namespace recscope {

/// Invented titles, years and genres, one per item in token order; the titles are unique. The titles show which films
/// belong together, so that the user of the program can recognise a cause in an attention map. Models do not see the
/// titles.
std::vector<ItemInfo> makeSampleItems(const SampleRules& rules, Random& random);

}  // namespace recscope
