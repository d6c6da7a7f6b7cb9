// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope {

/// What one later version of a dataset changed, compared with the version before it. "Later" means after the version on
/// which a run was trained.
struct LaterData {
    std::string dataset;      ///< name of the newest version
    std::string date;         ///< date of the import, UTC: "2026-11-27"
    bool isReplaced = false;  ///< false: rows were added
    /// Number of added interactions, or of all interactions if the version replaced its predecessor.
    std::int64_t interactions = 0;
    std::int64_t users = 0;  ///< number of users with these interactions

    /// "After this run, 1,204 interactions of 310 users were added to "shop" (2026-11-27)."
    std::string sentence() const;
};

/// One entry for each later version, oldest first; empty if the dataset is the newest version. `datasets`: all datasets
/// of the workspace.
std::vector<LaterData> laterData(std::span<const DatasetInfo> datasets, DatasetId dataset);
/// The sentences of all entries, separated by blanks; empty if there are none.
std::string laterDataText(const std::vector<LaterData>& later);

}  // namespace recscope
