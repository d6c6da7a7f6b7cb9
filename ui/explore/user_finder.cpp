// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/user_finder.h"

#include <algorithm>
#include <limits>

#include "core/store/history_reader.h"
#include "core/util/progress.h"

namespace recscope::ui {

namespace {

UserOrder storeOrder(UserListOrder order) {
    switch (order) {
        case UserListOrder::Id:
            return UserOrder::Id;
        case UserListOrder::Length:
            return UserOrder::Length;
        case UserListOrder::Index:
        case UserListOrder::Rank:
            break;
    }
    return UserOrder::Index;
}

}  // namespace

bool UserCriteria::operator==(const UserCriteria& other) const {
    const auto same = [](const auto& a, const auto& b) { return a == b || (a && b && *a == *b); };
    return dataset == other.dataset && filter.search == other.filter.search &&
           filter.minLength == other.filter.minLength && filter.maxLength == other.filter.maxLength &&
           filter.fromTime == other.filter.fromTime && filter.toTime == other.filter.toTime &&
           filter.attributes == other.filter.attributes && minRank == other.minRank && maxRank == other.maxRank &&
           contains == other.contains && same(only, other.only) && order == other.order &&
           direction == other.direction && ranks == other.ranks;
}

bool UserCriteria::isPlain() const {
    return !minRank && !maxRank && !contains && !only && order != UserListOrder::Rank;
}

bool UserCriteria::matchesAll() const {
    return filter.matchesAll() && !minRank && !maxRank && !contains && !only;
}

bool UserCriteria::isByRank() const {
    return minRank || maxRank || order == UserListOrder::Rank;
}

std::optional<RankFacts> UserFinder::factsOf(Workspace& workspace, const RankSource& source) {
    readRanks(workspace, source);
    return m_facts;
}

void UserFinder::readRanks(Workspace& workspace, const RankSource& source) {
    if (m_source == source && m_facts) return;
    m_source = source;
    m_facts.reset();
    m_ranks.clear();
    const RunStore store(workspace);
    const RunRecord run = store.byId(source.run);
    const Protocol& runProtocol = run.protocol;
    // Uses only ranks under the run's own protocol, because the recommendations on this page are made under it.
    std::optional<Protocol> protocol;
    for (const EvaluationRecord& evaluation : store.evaluations(source.run)) {
        if (evaluation.split == source.split && evaluation.protocol == runProtocol) protocol = runProtocol;
    }
    if (!protocol) return;
    const std::vector<UserRank> ranks = store.ranks(source.run, source.split, *protocol);
    for (const UserRank& rank : ranks) {
        if (size_t(rank.user) >= m_ranks.size()) m_ranks.resize(size_t(rank.user) + 1, 0);
        m_ranks[size_t(rank.user)] = rank.rank;
    }
    if (!ranks.empty())
        m_facts = RankFacts{std::int64_t(ranks.size()), protocol->sentence(), run.name, protocol->split, run.bestEpoch};
}

std::vector<std::int32_t> UserFinder::ranked() const {
    std::vector<std::int32_t> users;
    for (std::size_t user = 0; user < m_ranks.size(); ++user)
        if (m_ranks[user] > 0) users.push_back(std::int32_t(user));
    return users;
}

std::int32_t UserFinder::rankOf(std::int32_t user) const {
    return size_t(user) < m_ranks.size() ? m_ranks[size_t(user)] : 0;
}

const std::vector<bool>& UserFinder::usersWithItem(Workspace& workspace, DatasetId dataset, Token token,
                                                   const std::stop_token& stop) {
    if (m_containedItem == std::pair(dataset, token)) return m_hasItem;
    m_containedItem.reset();
    m_hasItem.clear();
    readHistories(workspace, dataset, [&](const HistoryRows& history) {
        throwIfStopped(stop);
        if (std::find(history.items.begin(), history.items.end(), token) == history.items.end()) return;
        m_hasItem.resize(size_t(history.user) + 1, false);
        m_hasItem[size_t(history.user)] = true;
    });
    m_containedItem = {dataset, token};
    return m_hasItem;
}

const std::vector<FoundUser>& UserFinder::listOf(Workspace& workspace, const UserCriteria& criteria,
                                                 const std::stop_token& stop) {
    if (m_criteria == criteria) return m_list;
    m_criteria.reset();
    m_list.clear();
    const std::vector<bool>* const hasItem =
        criteria.contains ? &usersWithItem(workspace, criteria.dataset, *criteria.contains, stop) : nullptr;
    const Page<UserInfo> users =
        DatasetStore(workspace).users(criteria.dataset, criteria.filter, storeOrder(criteria.order),
                                      criteria.order == UserListOrder::Rank ? Direction::Ascending : criteria.direction,
                                      /*offset=*/0, std::numeric_limits<std::int32_t>::max());
    throwIfStopped(stop);
    for (const UserInfo& user : users.rows) {
        const std::int32_t rank = rankOf(user.user);
        if (criteria.isByRank() && rank == 0) continue;  // no held-out item, so no rank to filter or sort by
        if (criteria.minRank && rank < *criteria.minRank) continue;
        if (criteria.maxRank && rank > *criteria.maxRank) continue;
        if (hasItem && (size_t(user.user) >= hasItem->size() || !(*hasItem)[size_t(user.user)])) continue;
        if (criteria.only && !criteria.only->contains(user.user)) continue;
        m_list.push_back({user, rank});
    }
    if (criteria.order == UserListOrder::Rank) {
        const bool isDescending = criteria.direction == Direction::Descending;
        std::stable_sort(m_list.begin(), m_list.end(), [isDescending](const FoundUser& a, const FoundUser& b) {
            return isDescending ? a.rank > b.rank : a.rank < b.rank;
        });
    }
    m_criteria = criteria;
    return m_list;
}

Page<FoundUser> UserFinder::find(Workspace& workspace, const UserCriteria& criteria, std::int64_t offset,
                                 std::int64_t limit, const std::stop_token& stop) {
    if (criteria.ranks) {
        const bool isCurrent = m_source == criteria.ranks && m_facts;
        readRanks(workspace, *criteria.ranks);
        if (!isCurrent) m_criteria.reset();
    } else {
        m_source.reset();
        m_facts.reset();
        m_ranks.clear();
    }
    Page<FoundUser> page;
    if (criteria.isPlain()) {
        const Page<UserInfo> users = DatasetStore(workspace).users(
            criteria.dataset, criteria.filter, storeOrder(criteria.order), criteria.direction, offset, limit);
        page.total = users.total;
        for (const UserInfo& user : users.rows) page.rows.push_back({user, rankOf(user.user)});
        return page;
    }
    const std::vector<FoundUser>& list = listOf(workspace, criteria, stop);
    page.total = std::int64_t(list.size());
    for (std::int64_t i = offset; i < std::min(page.total, offset + limit); ++i) page.rows.push_back(list[size_t(i)]);
    return page;
}

std::int64_t UserFinder::rowOf(Workspace& workspace, const UserCriteria& criteria, std::int32_t user,
                               const std::stop_token& stop) {
    if (criteria.ranks) readRanks(workspace, *criteria.ranks);
    const std::vector<FoundUser>& list = listOf(workspace, criteria, stop);
    const auto found =
        std::find_if(list.begin(), list.end(), [user](const FoundUser& row) { return row.user.user == user; });
    return found == list.end() ? -1 : found - list.begin();
}

}  // namespace recscope::ui
