// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lists/recommendation_lists.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <set>

#include "core/metrics/best_items.h"
#include "core/metrics/metrics.h"
#include "core/recommender/device_choice.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/weights.h"
#include "core/store/cohort_store.h"
#include "core/store/dataset_store.h"
#include "core/store/dataset_versions.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/train/run_archive.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Maximum number of users scored in one batch. SequenceScorer divides a batch into eight groups per worker; with two
// workers, a matrix product of states and item vectors then has 64 rows. With 64 users it would have 4 rows, for which
// oneDNN was only a third as fast. The last digits of a score depend on this number.
constexpr std::size_t kMaxUsersAtOnce = 1024;

/// Splits the string at "|" and adds the parts in lower case: "comedy" and "romance" for "Comedy|Romance".
void addParts(const std::string& joined, std::set<std::string>& to) {
    std::size_t begin = 0;
    while (begin <= joined.size()) {
        const std::size_t end = std::min(joined.find('|', begin), joined.size());
        const std::string part = joined.substr(begin, end - begin);
        if (!trimmed(part).empty()) to.insert(folded(trimmed(part)));
        begin = end + 1;
    }
}

std::set<std::string> tagsOf(const ItemInfo& item) {
    std::set<std::string> tags;
    addParts(item.genres, tags);
    addParts(item.tags, tags);
    return tags;
}

/// The categories of the dataset, for the hint that is shown if a requested category is unknown.
std::string knownCategories(const std::vector<ItemInfo>& items) {
    std::set<std::string> known;
    for (const ItemInfo& item : items) addParts(item.genres, known);
    return known.empty() ? translated("The items of this dataset have no categories.")
                         : translated("Known categories: {}.", listed({known.begin(), known.end()}, /*limit=*/20));
}

std::vector<bool> listableItems(const std::vector<ItemInfo>& items, const ListRequest& request) {
    std::vector<bool> listable(items.size() + 1, true);
    listable[kPadToken] = false;
    if (request.onlyTags.empty() && request.withoutTags.empty()) return listable;
    std::set<std::string> unknown;
    for (const auto* requested : {&request.onlyTags, &request.withoutTags})
        for (const std::string& tag : *requested) unknown.insert(folded(trimmed(tag)));
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::set<std::string> tags = tagsOf(items[i]);
        for (const std::string& tag : tags) unknown.erase(tag);
        const auto has = [&](const std::string& tag) { return tags.contains(folded(trimmed(tag))); };
        listable[i + 1] =
            (request.onlyTags.empty() || std::any_of(request.onlyTags.begin(), request.onlyTags.end(), has)) &&
            std::none_of(request.withoutTags.begin(), request.withoutTags.end(), has);
    }
    if (!unknown.empty())
        throw Error(ErrorKind::Input, translated("No item has the category or tag \"{}\".", *unknown.begin()),
                    knownCategories(items));
    return listable;
}

std::vector<std::int32_t> usersOf(Workspace& workspace, const ListRequest& request, DatasetId dataset,
                                  std::size_t userCount) {
    if (!request.cohort.empty()) {
        const CohortStore cohorts(workspace);
        return cohorts.open(cohorts.byName(dataset, request.cohort).id).users;
    }
    if (request.users) return *request.users;
    std::vector<std::int32_t> all(userCount);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// Throws unless the dataset is a later version of the one that the run was trained on.
void checkVersion(const DatasetStore& store, const RunRecord& run, DatasetId dataset) {
    const std::vector<DatasetInfo> later = laterVersions(store, store.byId(run.dataset));
    const auto isRequested = [&](const DatasetInfo& version) { return version.id == dataset; };
    if (std::any_of(later.begin(), later.end(), isRequested)) return;
    std::vector<std::string> names = {"\"" + run.datasetName + "\""};
    for (const DatasetInfo& version : later) names.push_back("\"" + version.name + "\"");
    throw Error(ErrorKind::Input,
                translated("\"{}\" is not a version of the dataset that \"{}\" was trained on.",
                           store.byId(dataset).name, run.name),
                translated("Available: {}.", listed(names)));
}

}  // namespace

ListSubject listSubject(Workspace& workspace, const ListRequest& request) {
    ListSubject subject;
    subject.run = RunStore(workspace).byId(request.run);
    subject.request = request;
    subject.items = DatasetStore(workspace).items(subject.run.dataset);
    subject.dataset = request.dataset == 0 ? subject.run.dataset : request.dataset;
    if (subject.dataset != subject.run.dataset) checkVersion(DatasetStore(workspace), subject.run, subject.dataset);
    subject.userIds = userIdsOf(workspace, subject.dataset);
    subject.users = usersOf(workspace, request, subject.dataset, subject.userIds.size());
    subject.listable = listableItems(subject.items, request);
    subject.seen = request.seen.value_or(subject.run.protocol.seen);
    return subject;
}

std::vector<Recommendation> listFrom(const ListSubject& subject, const ScoreRow& scores,
                                     std::span<const Token> history) {
    const auto removed = subject.seen == SeenItems::Removed ? history : std::span<const Token>();
    if (subject.request.onlyTags.empty() && subject.request.withoutTags.empty())
        return scores.best(removed, subject.request.top);
    std::vector<float> listable(scores.values.begin(), scores.values.end());
    for (std::size_t token = 1; token < subject.listable.size(); ++token)
        if (!subject.listable[token]) listable[token] = -std::numeric_limits<float>::infinity();
    return scores.listed(bestItems(listable, removed, static_cast<std::size_t>(std::max(subject.request.top, 0))));
}

ListTotals recommendLists(Workspace& workspace, const ListSubject& subject, const ListReceiver& receiver,
                          const ProgressSink& progress, const std::stop_token& stop, const ListProgress& done) {
    openDevice(DeviceChoice::Cpu);
    const std::unique_ptr<Recommender> recommender = loadBest(workspace, subject.run);
    std::optional<VersionMap> toRun;
    if (subject.dataset != subject.run.dataset) toRun.emplace(workspace, subject.dataset, subject.run.dataset);
    const Capabilities can = recommender->capabilities();
    const Histories histories = splitHistories(workspace, subject.dataset, subject.run.protocol.split,
                                               can.readsTimes ? ReadTimes::Yes : ReadTimes::No);
    ListTotals totals = done.totals;
    for (std::size_t next = done.users; next < subject.users.size();) {
        throwIfStopped(stop);
        std::vector<Query> queries;
        std::vector<UserList> lists;
        // Histories of another version of the dataset, in the run's tokens; the queries refer to them.
        std::deque<OwnedHistory> mapped;
        std::int64_t itemsRead = 0;
        const std::size_t end = std::min(subject.users.size(), next + kMaxUsersAtOnce);
        for (; next < end && itemsRead < recommender->maxItemsPerCall(); ++next) {
            const std::int32_t user = subject.users[next];
            ModelHistory history = modelHistory(histories, user, subject.request.input);
            if (toRun) {
                MappedHistory known = toRun->history(history.items);
                totals.unknownItems += known.leftOut;
                history.items = mapped.emplace_back(std::move(known.history));
                if (history.target) history.target = toRun->token(*history.target);
            }
            if (history.items.empty() && can.needsHistory) {
                ++totals.withoutHistory;
                continue;
            }
            const std::int64_t length = std::ssize(history.items);
            itemsRead += 1 + (can.maxLength > 0 ? std::min(length, can.maxLength) : length);
            queries.push_back(
                {.history = history.items, .user = toRun ? toRun->user(user) : user, .time = history.targetTime});
            lists.push_back({.user = user, .input = history.input, .heldOut = history.target, .items = {}, .text = {}});
        }
        const auto takeScores = [&](std::size_t i, std::span<const float> values) {
            const ScoreRow scores = ScoreRow::of(values, can.scores);
            if (!std::isfinite(scores.logSum)) throwNotFinite();
            lists[i].items = listFrom(subject, scores, queries[i].history);
            if (receiver.textOf) lists[i].text = receiver.textOf(lists[i]);
        };
        if (!queries.empty()) recommender->score(queries, takeScores, stop);
        for (const UserList& list : lists) receiver.take(list);
        totals.users += std::ssize(lists);
        if (receiver.batchDone) receiver.batchDone({.users = next, .totals = totals});
        if (progress)
            progress({.stage = translated("Making lists"),
                      .done = static_cast<std::int64_t>(next),
                      .total = static_cast<std::int64_t>(subject.users.size()),
                      .unit = "users"});
    }
    return totals;
}

}  // namespace recscope
