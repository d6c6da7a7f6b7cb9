// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/adopt/list_file.h"
#include "core/metrics/protocol.h"
#include "core/store/run_store.h"

namespace recscope {

class Workspace;

/// A file of recommendation lists, and the dataset for which to adopt them.
struct AdoptListsRequest {
    std::filesystem::path path;
    DatasetId dataset = 0;
    std::string runName;  ///< empty = the recommender named in the file, or else the file's name
    ListColumns columns;
    /// Whether the recommender left out the items that a user had already interacted with; unset = determined from
    /// the lists.
    std::optional<SeenItems> seen;
};

/// A run made from the lists of one recommender, and facts about these lists. The lists are assumed to predict the test
/// item, that is, to be made from all of the user's interactions before it.
struct AdoptedLists {
    RunRecord run;
    std::int64_t depth = 0;   ///< K: length of the longest list
    std::int64_t users = 0;   ///< number of users with a list
    std::int64_t listed = 0;  ///< number of recommendations that were kept
    std::int64_t usersWithoutList = 0;
    std::int64_t unknownUsers = 0, unknownItems = 0;  ///< distinct ids that the dataset does not have
    std::string unknownUser, unknownItem;             ///< one of each, as an example
    std::int64_t duplicates = 0;                      ///< items named again in the same list; left out
    /// Users whose list was shortened to the maximum length: 1,000 items, fewer if the dataset has more than 112,500
    /// users.
    std::int64_t usersCut = 0;
    std::int64_t damaged = 0;              ///< lines that could not be read
    std::int64_t usersWithSeen = 0;        ///< users whose list names an item of their training history
    std::int64_t usersWithValidation = 0;  ///< users whose list names their validation item
    bool hasOwnScores = false;             ///< false: scores were made from the order
    /// Recommenders of the file that were left out, because none of their lines names both a user and an item of the
    /// dataset; set only for the first run made from the file.
    std::vector<std::string> withoutIds;

    /// Sentences about unusual properties of the lists, most serious first; empty if there are none.
    std::vector<std::string> cautions() const;
};

/// Makes a finished run from each recommender's lists in the file. Ids are those of the dataset. Stores no metrics; see
/// `evaluateRun`. Throws Error(Input) if the file cannot be read or names no user or no item of the dataset, and
/// Error(Cancelled) on a stop request.
std::vector<AdoptedLists> adoptLists(Workspace& workspace, const AdoptListsRequest& request,
                                     const std::stop_token& stop);

}  // namespace recscope
