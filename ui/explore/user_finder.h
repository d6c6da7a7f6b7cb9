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

/// A held-out item at this rank or better is a hit, as in the papers' HR@10.
inline constexpr std::int32_t kHitRank = 10;

/// The run and the split that give the ranks of the held-out items. Lists of users show these ranks and can be filtered
/// and sorted by them.
struct RankSource {
    RunId run = 0;
    Split split = Split::Test;
    std::int64_t bestEpoch = 0;  ///< best epoch at the time of the request, because new weights give new ranks
    bool operator==(const RankSource&) const = default;
};

/// Facts about the ranks of a `RankSource`.
struct RankFacts {
    std::int64_t users = 0;      ///< number of users with a rank
    std::string protocol;        ///< the protocol in a sentence
    std::string run;             ///< the run's name
    SplitRule rule = {};         ///< split rule of the protocol
    std::int64_t bestEpoch = 0;  ///< epoch of the weights that gave the ranks
};

enum class UserListOrder { Index, Id, Length, Rank };

/// Which users of a dataset a list shows, and in which order. An unset criterion excludes nobody.
struct UserCriteria {
    DatasetId dataset = 0;
    UserFilter filter;
    std::optional<std::int32_t> minRank = {}, maxRank = {};   ///< rank of the held-out item, 1 = best
    std::optional<Token> contains = {};                       ///< the history contains this item
    std::shared_ptr<const std::set<std::int32_t>> only = {};  ///< null = all users
    UserListOrder order = UserListOrder::Index;
    Direction direction = Direction::Ascending;
    std::optional<RankSource> ranks = {};

    bool operator==(const UserCriteria& other) const;
    /// True if the database can page through the users, because no criterion needs ranks, histories or sets of users.
    bool isPlain() const;
    /// True if all users are shown.
    bool all() const;
    /// True if users without a rank are excluded.
    bool isByRank() const;
};

struct FoundUser {
    UserInfo user;
    std::int32_t rank = 0;  ///< 0 = none
};

/// Finds users. If criteria need ranks, histories or sets of users, they are evaluated once for all users, and the
/// result is paged from memory. Only the thread of `WorkerQueue::Query` may use it.
class UserFinder {
public:
    /// Empty if this run was not scored on this split.
    std::optional<RankFacts> factsOf(Workspace& workspace, const RankSource& source);
    /// Throws Error(Cancelled) and the errors of the stores.
    Page<FoundUser> find(Workspace& workspace, const UserCriteria& criteria, std::int64_t offset, std::int64_t limit,
                         const std::stop_token& stop);
    /// The users with a rank in the run requested last, ascending.
    std::vector<std::int32_t> ranked() const;
    /// The row of a user in the full list that `find` pages through; -1 = not in it.
    std::int64_t rowOf(Workspace& workspace, const UserCriteria& criteria, std::int32_t user,
                       const std::stop_token& stop);

private:
    const std::vector<FoundUser>& listOf(Workspace& workspace, const UserCriteria& criteria,
                                         const std::stop_token& stop);
    const std::vector<bool>& holdersOf(Workspace& workspace, DatasetId dataset, Token token,
                                       const std::stop_token& stop);
    void readRanks(Workspace& workspace, const RankSource& source);
    std::int32_t rankOf(std::int32_t user) const;

    std::optional<RankSource> m_source;
    std::optional<RankFacts> m_facts;
    std::vector<std::int32_t> m_ranks;  ///< indexed by user, 0 = none

    std::optional<std::pair<DatasetId, Token>> m_heldItem;
    std::vector<bool> m_holders;  ///< indexed by user: true if the history contains the item of `m_heldItem`

    std::optional<UserCriteria> m_criteria;
    std::vector<FoundUser> m_list;
};

}  // namespace recscope::ui
