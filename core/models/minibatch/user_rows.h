// SPDX-License-Identifier: GPL-3.0-or-later
// What models with a row for each user share: user u has row u + 1, and row 0 is for everybody unknown.
#pragma once

#include <cstdint>

#include "core/models/pairwise/item_sets.h"
#include "core/sequence/histories.h"

namespace recscope {

/// Which items each user has in the training part.
ItemSets itemsOfUsers(const Histories& histories);

/// table (users + 1, columns): row 0 becomes the mean of the others.
void averageRows(float* table, std::int64_t users, std::int64_t columns);

}  // namespace recscope
