// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/store/dataset_store.h"
#include "core/store/run_store.h"

namespace recscope::ui {

/// A held-out item at this rank or better is a hit, as in the metric HR@10.
inline constexpr std::int32_t kHitRank = 10;

/// Where the ranks of the held-out items come from: a run and a split. Lists of users show these ranks and can be
/// filtered and sorted by them.
struct RankSource {
    RunId run = 0;
    Split split = Split::Test;
    std::int64_t bestEpoch = 0;  ///< the run's best epoch; compared by ==, because new weights give new ranks
    bool operator==(const RankSource&) const = default;
};

/// What is known about the ranks of a `RankSource`.
struct RankFacts {
    std::int64_t users = 0;      ///< number of users with a rank
    std::string protocol;        ///< the protocol in a sentence
    std::string run;             ///< the run's name
    SplitRule rule = {};         ///< split rule of the protocol
    std::int64_t bestEpoch = 0;  ///< epoch of the weights that gave the ranks
};

/// What a list of users is sorted by; `Index` is the order of the users in the data.
enum class UserListOrder { Index, Id, Length, Rank };

/// Which users of a dataset a list shows, and in which order. An unset criterion excludes nobody.
struct UserCriteria {
    DatasetId dataset = 0;
    UserFilter filter;
    std::optional<std::int32_t> minRank = {}, maxRank = {};   ///< rank of the held-out item, 1 = best
    std::optional<Token> contains = {};                       ///< the history contains this item
    std::shared_ptr<const std::set<std::int32_t>> only = {};  ///< indices of the users to list; null = all users
    UserListOrder order = UserListOrder::Index;
    Direction direction = Direction::Ascending;
    std::optional<RankSource> ranks = {};  ///< where minRank, maxRank and the order by rank get the ranks from

    bool operator==(const UserCriteria& other) const;
    /// True if no criterion needs ranks, histories or sets of users, so that the database can page through the users.
    bool isPlain() const;
    /// True if no user is excluded.
    bool matchesAll() const;
    /// True if users without a rank are excluded.
    bool isByRank() const;
};

/// A row of the list of users.
struct FoundUser {
    UserInfo user;
    std::int32_t rank = 0;  ///< rank of the held-out item; 0 = none
};

/// Finds users. If criteria need ranks, histories or sets of users (`isPlain` is false), they are evaluated once for
/// all users, and the result is paged from memory. May be used only by the thread of `WorkerQueue::Query`.
class UserFinder {
public:
    /// Reads the ranks of `source`. Empty if the run was not scored on this split under its own protocol.
    std::optional<RankFacts> factsOf(Workspace& workspace, const RankSource& source);
    /// Throws Error(Cancelled) and the errors of the stores.
    Page<FoundUser> find(Workspace& workspace, const UserCriteria& criteria, std::int64_t offset, std::int64_t limit,
                         const std::stop_token& stop);
    /// Indices of the users with a rank in the `RankSource` used last, ascending.
    std::vector<std::int32_t> ranked() const;
    /// The row of a user in the full list that `find` pages through; -1 = not in it.
    std::int64_t rowOf(Workspace& workspace, const UserCriteria& criteria, std::int32_t user,
                       const std::stop_token& stop);

private:
    const std::vector<FoundUser>& listOf(Workspace& workspace, const UserCriteria& criteria,
                                         const std::stop_token& stop);
    const std::vector<bool>& usersWithItem(Workspace& workspace, DatasetId dataset, Token token,
                                           const std::stop_token& stop);
    void readRanks(Workspace& workspace, const RankSource& source);
    std::int32_t rankOf(std::int32_t user) const;

    std::optional<RankSource> m_source;
    std::optional<RankFacts> m_facts;
    std::vector<std::int32_t> m_ranks;  ///< indexed by user, 0 = none

    std::optional<std::pair<DatasetId, Token>> m_containedItem;
    /// Indexed by user: true if the history contains m_containedItem. Users past its end do not have the item.
    std::vector<bool> m_hasItem;

    std::optional<UserCriteria> m_criteria;  ///< criteria of m_list
    std::vector<FoundUser> m_list;           ///< all matching users, in the order of m_criteria
};

}  // namespace recscope::ui
