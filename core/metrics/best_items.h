// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// The `count` items with the highest scores, best first, without the items in `removed`. Items with the score
/// `kUnlistedScore` (core/metrics/metrics.h) are left out as well, so the result may be shorter. Items with equal
/// scores are in token order. `scores` is indexed by token and has shape (V + 2), where V is the number of items.
std::vector<Token> bestItems(std::span<const float> scores, std::span<const Token> removed, std::size_t count);

}  // namespace recscope
