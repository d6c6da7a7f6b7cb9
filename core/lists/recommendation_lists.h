// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/protocol.h"
#include "core/recommender/score_table.h"
#include "core/sequence/dataset.h"
#include "core/sequence/history_input.h"
#include "core/store/run_store.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// Which lists are wanted: whose, how long, from which part of each history, and of which items.
struct ListRequest {
    RunId run = 0;
    std::int32_t top = 10;
    HistoryInput input = kDefaultHistoryInput;
    std::optional<SeenItems> seen = {};  ///< whether what was read may be listed; none: as the run's protocol says
    std::string cohort = {};             ///< only its users; empty: all, or `users`
    std::optional<std::vector<std::int32_t>> users = {};  ///< only these (indices)
    /// Only items with one of these categories or tags, and none with one of those; upper and lower case are one.
    std::vector<std::string> onlyTags = {}, withoutTags = {};
};

/// What the lists are about, known before the first one.
struct ListSubject {
    RunRecord run;
    std::vector<ItemInfo> items;       ///< (V) in token order
    std::vector<std::string> userIds;  ///< (U)
    std::vector<std::int32_t> users;   ///< whose lists come, in this order
    std::vector<bool> listable;        ///< (V + 1) by token: passes the request's tags
    SeenItems seen = SeenItems::Removed;
    ListRequest request;

    const ItemInfo& item(Token token) const { return items[static_cast<std::size_t>(token - kFirstItemToken)]; }
    const std::string& userId(std::int32_t user) const { return userIds[static_cast<std::size_t>(user)]; }
};

/// One user's list.
struct UserList {
    std::int32_t user = 0;
    HistoryInput input = kDefaultHistoryInput;  ///< what was read: All where the user has nothing to hold out
    std::optional<Token> heldOut;
    std::vector<Recommendation> items;  ///< best first; fewer than asked for where no more are listable
};

/// How much was listed.
struct ListTotals {
    std::int64_t users = 0;           ///< lists made
    std::int64_t withoutHistory = 0;  ///< users left out because there is nothing to read of them
};

/// Throws Error(Input) for a cohort or tag that is not there.
ListSubject listSubject(Workspace& workspace, const ListRequest& request);

/// The best of what may be listed, from one row of scores after `history`. Score and probability are those of a click
/// on the user: the softmax is over all items, whatever is left out.
std::vector<Recommendation> listFrom(const ListSubject& subject, const ScoreTable& scores, std::size_t row,
                                     std::span<const Token> history);

/// Asks the run's best weights about each user, some at a time, and gives the lists to `take` in the subject's
/// order. Progress counts users. Throws Error(Cancelled) between two lists, Error(Numeric), and what `take` throws.
ListTotals recommendLists(Workspace& workspace, const ListSubject& subject,
                          const std::function<void(const UserList&)>& take, const ProgressSink& progress,
                          const std::stop_token& stop);

}  // namespace recscope
