// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/lists/recommendation_lists.h"

namespace recscope {

/// An item that is in nobody's list, and when people had it.
struct NeverRecommendedItem {
    ItemInfo item;
    std::optional<std::int64_t> firstTime, lastTime;  ///< unix seconds of its interactions; none without times
};

/// What a run's lists leave out.
struct NeverRecommended {
    ListSubject subject;
    ListTotals lists;
    std::int64_t listable = 0;                ///< items that could be listed: all but those the request leaves out
    std::vector<NeverRecommendedItem> items;  ///< most interactions first; equal ones in token order

    /// The share of the listable items that is in some list, 0…1. With ten items a list, the test input and all users
    /// it is an evaluation's coverage@10.
    double coverage() const;
};

/// Makes every list of the request and says which items are in none. Throws as `listSubject` and `recommendLists`.
NeverRecommended neverRecommended(Workspace& workspace, const ListRequest& request, const ProgressSink& progress,
                                  const std::stop_token& stop);

/// "2023-07" of unix seconds, UTC; empty for none.
std::string monthText(const std::optional<std::int64_t>& time);

/// As .csv (item, title, categories, tags, interactions, first_month, last_month, top, input) or .jsonl with the same
/// keys, by the path's suffix. The file is whole or as it was. Throws Error(Usage | Input).
void writeNeverRecommended(const NeverRecommended& found, const std::filesystem::path& path);

}  // namespace recscope
