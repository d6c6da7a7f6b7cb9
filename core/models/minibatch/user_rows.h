// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers for models that have a row for each user: user u has row u + 1, and row 0 is for unknown users.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/models/pairwise/item_sets.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/query.h"
#include "core/sequence/histories.h"

namespace recscope {

/// The items that each user has in the training part.
ItemSets itemsOfUsers(const Histories& histories);

/// A table (users + 1, columns) with a row for each user. A row of zeros marks a user without training samples.
struct UserTable {
    float* values = nullptr;
    std::int64_t users = 0, columns = 0;

    float* row(std::int64_t index) const { return values + index * columns; }
};

/// In the tables with these names, sets the rows of all users with fewer than `minItems` training items to zero. Called
/// before training.
void zeroRowsOfUntrainedUsers(HostTensors& tensors, std::span<const std::string> tables, const Histories& histories,
                              std::size_t minItems);
/// Sets row 0 to the mean of all user rows that are not zero.
void averageRows(const UserTable& table);
/// Returns the index of the row of the query's user; 0 if that row is zero or does not exist.
std::int64_t trainedUserRow(const Query& query, const UserTable& table);

}  // namespace recscope
