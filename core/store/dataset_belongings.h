// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// Counts of what users of the program have made from a dataset and would lose if it were removed.
struct DatasetBelongings {
    std::int64_t runs = 0;
    std::int64_t scenarios = 0;  ///< named edited histories; a new import under the dataset's name restores them
    std::int64_t timelines = 0;  ///< attention timelines, each of one user in one run
    std::int64_t pinnedUsers = 0;
    std::int64_t favourites = 0;  ///< users of the dataset that are marked as favourites
    std::int64_t cohorts = 0;
    bool operator==(const DatasetBelongings&) const = default;
};

/// "4 runs, 2 saved scenarios and 1 timeline"; empty if all counts are 0.
std::string belongingsText(const DatasetBelongings& belongings);

/// All zero for a dataset that does not exist. Throws Error(Workspace) if SQLite fails.
DatasetBelongings belongingsOf(Workspace& workspace, DatasetId dataset);

}  // namespace recscope
