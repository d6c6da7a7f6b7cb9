// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/lists/recommendation_lists.h"

namespace recscope {

/// An item that is in no user's list, with the times of its first and last interaction.
struct NeverRecommendedItem {
    ItemInfo item;
    std::optional<std::int64_t> firstTime, lastTime;  ///< unix seconds; unset if the dataset has no times
};

/// The items that are in none of a run's lists.
struct NeverRecommended {
    ListSubject subject;
    ListTotals lists;
    std::int64_t listable = 0;                ///< number of items that pass the request's tag filters
    std::vector<NeverRecommendedItem> items;  ///< items with the most interactions first; ties in token order

    /// The share of the listable items that are in some list, 0…1. With ten items per list, the test input and all
    /// users, it equals an evaluation's coverage@10.
    double coverage() const;
};

/// Makes every list of the request and returns the items that are in none of them. Throws for the same reasons as
/// `listSubject` and `recommendLists`.
NeverRecommended neverRecommended(Workspace& workspace, const ListRequest& request, const ProgressSink& progress,
                                  const std::stop_token& stop);

/// The UTC month of a time in unix seconds, "2023-07"; empty if there is no time.
std::string monthText(const std::optional<std::int64_t>& time);

/// Writes a .csv file (columns item, title, categories, tags, interactions, first_month, last_month, top, input) or a
/// .jsonl file (with the same keys and `run`), depending on the path's suffix. The file is either complete or
/// unchanged. Throws Error(Usage | Input).
void writeNeverRecommended(const NeverRecommended& found, const std::filesystem::path& path);

}  // namespace recscope
