// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// What people made of a dataset and lose with it, counted.
struct DatasetBelongings {
    std::int64_t runs = 0;
    std::int64_t scenarios = 0;  ///< edited histories under a name; an import under the dataset's name finds them again
    std::int64_t timelines = 0;  ///< a run's film of one user each
    std::int64_t pinnedUsers = 0;
    std::int64_t favourites = 0;
    std::int64_t cohorts = 0;
    bool operator==(const DatasetBelongings&) const = default;
};

/// "4 runs, 2 saved scenarios and 1 timeline"; empty if there is nothing.
std::string belongingsText(const DatasetBelongings& belongings);

/// Nothing for a dataset that is not there. Throws Error(Workspace) when SQLite fails.
DatasetBelongings belongingsOf(Workspace& workspace, DatasetId dataset);

}  // namespace recscope
