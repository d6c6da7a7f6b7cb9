// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/target_kinds.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/explain/scores/pattern_table.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"

namespace recscope::ui {

namespace {

constexpr std::size_t kFollowers = 10;      ///< number of items that count as often following an item
constexpr std::int32_t kPopularShare = 10;  ///< popular = among the 1/kPopularShare of items with the most interactions
/// Kinds on data without known causes, as indices in TargetKinds::titles.
enum Kind { kRepeated, kFollower, kPopular, kOther };

QString tr(const char* text) {
    return QCoreApplication::translate("TargetKinds", text);
}

TargetKinds byCause(const PatternCases& cases) {
    constexpr Pattern kInOrder[] = {Pattern::Start,  Pattern::Repeat, Pattern::AfterGap,
                                    Pattern::Bundle, Pattern::Chain,  Pattern::Noise};
    TargetKinds kinds;
    kinds.areCauses = true;
    kinds.best = cases.best;
    for (const Pattern pattern : kInOrder) kinds.titles << QString::fromStdString(patternTitle(pattern));
    for (const std::optional<Pattern>& pattern : cases.patterns)
        kinds.ofUser.push_back(pattern ? int(std::find(std::begin(kInOrder), std::end(kInOrder), *pattern) - kInOrder)
                                       : -1);
    return kinds;
}

/// For each item, by token: the items that most often came directly after it in the training histories.
std::vector<std::vector<Token>> followersIn(const Histories& histories, const std::stop_token& stop) {
    std::vector<std::map<Token, std::int64_t>> counts(std::size_t(histories.itemCount) + 1);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        throwIfStopped(stop);
        const auto items = histories.training(user);
        for (std::size_t i = 1; i < items.size(); ++i) ++counts[std::size_t(items[i - 1])][items[i]];
    }
    std::vector<std::vector<Token>> followers;
    for (const auto& followerCounts : counts) {
        std::vector<std::pair<std::int64_t, Token>> order;
        for (const auto& [token, count] : followerCounts) order.emplace_back(-count, token);
        std::sort(order.begin(), order.end());
        std::vector<Token>& first = followers.emplace_back();
        for (std::size_t i = 0; i < std::min(kFollowers, order.size()); ++i) first.push_back(order[i].second);
    }
    return followers;
}

std::vector<bool> popularIn(const Histories& histories) {
    std::vector<std::int64_t> counts(std::size_t(histories.itemCount) + 1, 0);
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        for (const Token token : histories.training(user)) ++counts[std::size_t(token)];
    std::vector<std::size_t> order(std::size_t(histories.itemCount));
    std::iota(order.begin(), order.end(), std::size_t(kFirstItemToken));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    std::vector<bool> popular(counts.size(), false);
    const auto popularCount = std::size_t(std::max(1, histories.itemCount / kPopularShare));
    for (std::size_t i = 0; i < std::min(popularCount, order.size()); ++i) popular[order[i]] = true;
    return popular;
}

TargetKinds byCounting(const Histories& histories, Split split, const std::stop_token& stop) {
    TargetKinds kinds;
    kinds.titles = {tr("Chosen before"), tr("Often follows the last item"), tr("Popular"), tr("Anything else")};
    const auto followers = followersIn(histories, stop);
    const std::vector<bool> popular = popularIn(histories);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        int& kind = kinds.ofUser.emplace_back(-1);
        if (!histories.hasTarget(user, split)) continue;
        const auto input = histories.input(user, split);
        const Token target = histories.target(user, split);
        const auto isIn = [target](const auto& items) {
            return std::find(items.begin(), items.end(), target) != items.end();
        };
        kind = isIn(input)                                                    ? kRepeated
               : !input.empty() && isIn(followers[std::size_t(input.back())]) ? kFollower
               : popular[std::size_t(target)]                                 ? kPopular
                                                                              : kOther;
    }
    return kinds;
}

}  // namespace

bool knowsCauses(const DatasetInfo& dataset) {
    return dataset.sampleFacts.size() > 2;  // "{}" = no facts are known
}

TargetKinds targetKinds(Workspace& workspace, DatasetId dataset, const Protocol& protocol, Split split,
                        const std::stop_token& stop) {
    if (knowsCauses(DatasetStore(workspace).byId(dataset)))
        return byCause(patternCases(workspace, dataset, protocol, split, stop));
    return byCounting(splitHistories(workspace, dataset, protocol.split), split, stop);
}

std::vector<UserRank> ofKind(const TargetKinds& kinds, int kind, const std::vector<UserRank>& ranks) {
    std::vector<UserRank> found;
    for (const UserRank& rank : ranks)
        if (kinds.ofUser.at(std::size_t(rank.user)) == kind) found.push_back(rank);
    return found;
}

std::vector<std::vector<UserRank>> ofKind(const TargetKinds& kinds, int kind,
                                          const std::vector<std::vector<UserRank>>& lists) {
    std::vector<std::vector<UserRank>> found;
    for (const std::vector<UserRank>& list : lists) found.push_back(ofKind(kinds, kind, list));
    return found;
}

}  // namespace recscope::ui
