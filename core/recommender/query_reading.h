// SPDX-License-Identifier: GPL-3.0-or-later
// Access to queries for models that read only part of them. A blank position is one that holds `kHiddenItem`.
#pragma once

#include <vector>

#include "core/recommender/query.h"

namespace recscope {

/// The newest item that is not `kHiddenItem`; nothing if all positions are blank.
std::optional<Token> newestItem(std::span<const Token> history);

/// Distributes `values`, which has one number per item that is not blank, over the newest `maxPositions` positions of a
/// history (0 = all positions); blank positions get 0.
std::vector<float> atPositions(std::span<const Token> history, std::int64_t maxPositions,
                               std::span<const float> values);

/// The index of the user's row in a table of `userCount` users, in which row 0 is for unknown users.
std::int64_t userRow(const Query& query, std::int32_t userCount);

/// The history without its blank positions and their times.
OwnedHistory withoutBlanks(const History& history);

}  // namespace recscope
