// SPDX-License-Identifier: GPL-3.0-or-later
// What models that read little of a query take from it.
#pragma once

#include <vector>

#include "core/recommender/query.h"

namespace recscope {

/// The newest item that is not blank.
std::optional<Token> newestItem(std::span<const Token> history);

/// Of the newest `most` positions (0: all) a number for each: those of `values`, one an item, and 0 for blank ones.
std::vector<float> atPositions(std::span<const Token> history, std::int64_t most, std::span<const float> values);

/// Where the user's row is in a table of `userCount` users whose row 0 is that of everybody unknown.
std::int64_t userRow(const Query& query, std::int32_t userCount);

}  // namespace recscope
