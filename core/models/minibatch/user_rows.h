// SPDX-License-Identifier: GPL-3.0-or-later
// What models with a row for each user share: user u has row u + 1, and row 0 is for everybody unknown.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/models/pairwise/item_sets.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/query.h"
#include "core/sequence/histories.h"

namespace recscope {

/// Which items each user has in the training part.
ItemSets itemsOfUsers(const Histories& histories);

/// A table of users (users + 1, columns). A row of zeros stands for nobody: no sample was that user's.
struct UserTable {
    float* values = nullptr;
    std::int64_t users = 0, columns = 0;

    float* row(std::int64_t index) const { return values + index * columns; }
};

/// Zeros the rows of all who have fewer than `least` training items, in the tables of that name. Before learning.
void forgetUsers(HostTensors& tensors, std::span<const std::string> tables, const Histories& histories,
                 std::size_t least);
/// Row 0 becomes the mean of all rows that stand for somebody.
void averageRows(const UserTable& table);
/// The row of who asks; 0 for everybody whose row stands for nobody, or who has none.
std::int64_t learnedRow(const Query& query, const UserTable& table);

}  // namespace recscope
