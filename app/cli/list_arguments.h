// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/lists/recommendation_lists.h"

namespace CLI {
class App;
}

namespace recscope::cli {

/// The options that `recommend` and `coverage` share: which items a recommendation list may contain, and how many.
struct ListArguments {
    std::int32_t top = 10;
    bool unseen = false, keepSeen = false;
    std::vector<std::string> onlyTags, withoutTags;

    void addTo(CLI::App& command);
    bool hasFilters() const { return unseen || keepSeen || !onlyTags.empty() || !withoutTags.empty(); }
    ListRequest request(RunId run, const std::string& input) const;
};

/// The placeholder for a file of lists in --help: "FILE.csv|FILE.jsonl".
std::string listFileTypes();

}  // namespace recscope::cli
