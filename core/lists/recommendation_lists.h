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
#include "core/recommender/score_row.h"
#include "core/sequence/dataset.h"
#include "core/sequence/history_input.h"
#include "core/store/run_store.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// Which lists to make: for which users, how long, from which part of each history, and with which items.
struct ListRequest {
    RunId run = 0;
    std::int32_t top = 10;  ///< number of items in each list
    HistoryInput input = kDefaultHistoryInput;
    /// Whether items of the history that the model reads may be listed; unset: as in the run's protocol.
    std::optional<SeenItems> seen = {};
    /// The version of the run's dataset whose users and histories are read; 0 = the one that the run was trained on.
    /// The items are always those of the run.
    DatasetId dataset = 0;
    std::string cohort = {};  ///< only the users of this cohort; empty = the users in `users`
    /// Only the users with these indices; unset: all users. Ignored if `cohort` is not empty.
    std::optional<std::vector<std::int32_t>> users = {};
    /// Only items with at least one of the categories or tags in `onlyTags` (empty = any item) and none of those in
    /// `withoutTags`; case is ignored.
    std::vector<std::string> onlyTags = {}, withoutTags = {};
};

/// The data that all lists of a request share, available before the first list is made.
struct ListSubject {
    RunRecord run;
    std::vector<ItemInfo> items;       ///< in token order, shape (V = number of items)
    DatasetId dataset = 0;             ///< dataset whose users and histories are read
    std::vector<std::string> userIds;  ///< ids of all users of that dataset, indexed by user
    std::vector<std::int32_t> users;   ///< indices of the users whose lists are made, in this order
    std::vector<bool> listable;        ///< whether the item passes the tag filters; indexed by token, shape (V + 1)
    SeenItems seen = SeenItems::Removed;
    ListRequest request;

    /// The index in `items`.
    static std::size_t indexOf(Token token) { return static_cast<std::size_t>(token - kFirstItemToken); }
    const ItemInfo& item(Token token) const { return items[indexOf(token)]; }
    const std::string& userId(std::int32_t user) const { return userIds[static_cast<std::size_t>(user)]; }
};

/// One user's list.
struct UserList {
    std::int32_t user = 0;
    /// The part of the history that was read; `All` if the user has no item to hold out.
    HistoryInput input = kDefaultHistoryInput;
    std::optional<Token> heldOut;       ///< the item that follows the part that was read, if any
    std::vector<Recommendation> items;  ///< best first; fewer than requested if no more are listable
    std::string text;                   ///< what `ListReceiver::textOf` returned for it; empty without that function
};

/// Counts of the lists made.
struct ListTotals {
    std::int64_t users = 0;           ///< number of lists made, one per user
    std::int64_t withoutHistory = 0;  ///< number of users left out because they have no history to read
    std::int64_t unknownItems = 0;    ///< number of history items left out because the run does not know them
};

/// Throws Error(Input) for an unknown cohort or tag, and if `request.dataset` is not a version of the run's dataset.
ListSubject listSubject(Workspace& workspace, const ListRequest& request);

/// The best listable items by `scores`, the model's scores after `history`. Probabilities come from a softmax over all
/// items, including items that are not listable, so scores and probabilities are the same as elsewhere in the program.
std::vector<Recommendation> listFrom(const ListSubject& subject, const ScoreRow& scores,
                                     std::span<const Token> history);

/// How much of a request is done, so that an interrupted call of `recommendLists` can be continued.
struct ListProgress {
    std::size_t users = 0;  ///< number of users that are done, counted from the beginning of ListSubject::users
    ListTotals totals = {};
};

/// Receives the lists as they are made. `textOf` and `batchDone` may be null.
struct ListReceiver {
    std::function<std::string(const UserList&)> textOf;  ///< called from several threads concurrently, in any order
    std::function<void(const UserList&)> take;           ///< called in the subject's order
    std::function<void(const ListProgress&)> batchDone;  ///< called after `take` for all users of the progress
};

/// Scores the users in batches with the run's best weights and passes the lists to `receiver`. Skips the first
/// `done.users` users and adds to `done.totals`. Progress counts users. Throws Error(Cancelled) after a stop request,
/// Error(Numeric) if a score is not finite, and whatever the receiver throws.
ListTotals recommendLists(Workspace& workspace, const ListSubject& subject, const ListReceiver& receiver,
                          const ProgressSink& progress, const std::stop_token& stop, const ListProgress& done = {});

}  // namespace recscope
