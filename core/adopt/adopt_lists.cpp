// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/adopt_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/models/fixed_lists/fixed_lists_config.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/host_tensors.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/weights.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/train/run_archive.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The maximum number of items that are kept of a list: curves over K end at 1,000 items, and SQLite stores at most
/// 10^9 bytes in one value (sqlite.org/limits.html). The stored value has two floats per item and user.
std::int64_t maxDepthFor(std::int64_t users) {
    constexpr std::int64_t kMaxDepth = 1000, kMaxBytes = 900'000'000;
    constexpr auto kBytesPerItem = static_cast<std::int64_t>(2 * sizeof(float));
    return std::clamp<std::int64_t>(kMaxBytes / (kBytesPerItem * std::max<std::int64_t>(users, 1)), 1, kMaxDepth);
}

/// One item of a list, with its rank and score in the file.
struct Listed {
    Token item = kPadToken;
    std::optional<double> rank, score;
};

/// The lists of one recommender by user index, in the order of the file.
struct System {
    std::unordered_map<std::int32_t, std::vector<Listed>> lists;
    AdoptedLists found;
    std::unordered_set<std::string> unknownUsers, unknownItems;
};

/// Sorts a list by rank, or else by score, and removes repeated items; returns the number of items removed.
std::int64_t sortAndDeduplicate(std::vector<Listed>& list) {
    const bool isRanked = std::all_of(list.begin(), list.end(), [](const Listed& listed) { return listed.rank; });
    const bool isScored = std::all_of(list.begin(), list.end(), [](const Listed& listed) { return listed.score; });
    std::stable_sort(list.begin(), list.end(), [&](const Listed& a, const Listed& b) {
        if (isRanked) return *a.rank < *b.rank;
        return isScored && *a.score > *b.score;
    });
    std::unordered_set<Token> named;
    return static_cast<std::int64_t>(
        std::erase_if(list, [&](const Listed& listed) { return !named.insert(listed.item).second; }));
}

/// Whether the file's scores, converted to float, put the items of each list in the order of the list. Ties are
/// accepted: a file written with few digits has equal scores at different ranks.
bool areScoresUsable(const System& system) {
    constexpr double kLargest = 1e29;  // in absolute value, so that all scores are above kUnlistedScore (-1e30)
    for (const auto& [user, list] : system.lists)
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!list[i].score || !(std::abs(*list[i].score) < kLargest)) return false;
            if (i == 0) continue;
            if (static_cast<float>(*list[i].score) > static_cast<float>(*list[i - 1].score)) return false;
        }
    return true;
}

void countAgainstHistories(System& system, const Histories& histories) {
    for (const auto& [user, list] : system.lists) {
        std::unordered_set<Token> listed;
        for (const Listed& entry : list) listed.insert(entry.item);
        const auto has = [&](Token item) { return listed.contains(item); };
        const std::span<const Token> training = histories.training(user);
        system.found.usersWithSeen += std::any_of(training.begin(), training.end(), has);
        if (histories.hasTarget(user, Split::Valid))
            system.found.usersWithValidation += has(histories.target(user, Split::Valid));
    }
}

SafeTensors weightsOf(const System& system, const RunConfig& config, const ModelShape& shape) {
    HostTensors tensors;
    const std::int64_t depth = fixedListsOf(config).depth;
    float* const items = tensors.add("lists.items", {shape.userCount, depth});
    float* const scores = tensors.add("lists.scores", {shape.userCount, depth});
    for (const auto& [user, list] : system.lists)
        for (std::size_t k = 0; k < list.size(); ++k) {
            const std::int64_t at = user * depth + static_cast<std::int64_t>(k);
            items[at] = static_cast<float>(list[k].item);
            scores[at] = system.found.hasOwnScores ? static_cast<float>(*list[k].score)
                                                   : static_cast<float>(depth - static_cast<std::int64_t>(k));
        }
    SafeTensors weights;
    tensors.copyTo(weights);
    weights.metadata[kConfigMetadata] = config.toJson();
    return weights;
}

}  // namespace

std::vector<std::string> AdoptedLists::cautions() const {
    std::vector<std::string> sentences;
    if (!withoutIds.empty())
        sentences.push_back(
            translated("Models left out, because none of their lines names both a user and an item of the dataset: {}.",
                       recscope::listed(withoutIds)));
    if (usersWithoutList > 0)
        sentences.push_back(
            translated("{} users with a test item have no list; they count as misses.", grouped(usersWithoutList)));
    if (usersWithValidation > 0)
        sentences.push_back(
            translated("The lists for {} users contain the user's validation item. Lists that predict the test item "
                       "are made from a history that contains the validation item: if these lists were made to predict "
                       "the validation item, their test metrics are too low.",
                       grouped(usersWithValidation)));
    if (usersWithSeen > 0)
        sentences.push_back(
            translated("The lists for {} users contain items that these users already had.", grouped(usersWithSeen)));
    if (unknownUsers > 0)
        sentences.push_back(
            translated("{} users are not in the dataset, for example \"{}\"; their lists were left out.",
                       grouped(unknownUsers), unknownUser));
    if (unknownItems > 0)
        sentences.push_back(translated(
            "{} items are not in the dataset, for example \"{}\"; they were left out, and the items after them "
            "moved up.",
            grouped(unknownItems), unknownItem));
    if (duplicates > 0)
        sentences.push_back(translated("{} items occurred again in the same list; these repetitions were left out.",
                                       grouped(duplicates)));
    if (usersCut > 0)
        sentences.push_back(
            translated("The lists for {} users were cut to their first {} items.", grouped(usersCut), grouped(depth)));
    if (damaged > 0) sentences.push_back(translated("{} lines could not be read.", grouped(damaged)));
    if (!hasOwnScores)
        sentences.push_back(
            translated("The file has no usable scores: the scores are derived from the order of each list, and the "
                       "probabilities from these scores."));
    sentences.push_back(translated(
        "The lists have at most {} items: HR@K and NDCG@K with a larger K, and MRR, count only hits among these.",
        grouped(depth)));
    return sentences;
}

std::vector<AdoptedLists> adoptLists(Workspace& workspace, const AdoptListsRequest& request,
                                     const std::stop_token& stop) {
    const DatasetStore datasets(workspace);
    const DatasetInfo dataset = datasets.byId(request.dataset);
    std::unordered_map<std::string, std::int32_t> users;
    for (const std::string& id : userIdsOf(workspace, request.dataset))
        users.emplace(id, static_cast<std::int32_t>(users.size()));
    std::unordered_map<std::string, Token> items;
    for (const ItemInfo& item : datasets.items(request.dataset)) items.emplace(item.id, item.token);

    std::map<std::string, System> systems;
    std::int64_t rows = 0;
    const ListFileFacts facts = readListFile(
        request.path, request.columns,
        {.isUser = [&](std::string_view id) { return users.contains(std::string(id)); },
         .isItem = [&](std::string_view id) { return items.contains(std::string(id)); }},
        [&](const ListedRow& row) {
            if (++rows % 4096 == 0) throwIfStopped(stop);
            System& system = systems[std::string(row.system)];
            const auto user = users.find(std::string(row.user));
            const auto item = items.find(std::string(row.item));
            if (user == users.end()) system.unknownUsers.emplace(row.user);
            if (item == items.end()) system.unknownItems.emplace(row.item);
            if (user != users.end() && item != items.end())
                system.lists[user->second].push_back({.item = item->second, .rank = row.rank, .score = row.score});
        });

    const RunConfig splitConfig = fixedListsConfig(/*depth=*/1, ListedSeen::Removed);
    Protocol protocol = protocolFor(workspace, request.dataset, splitConfig);
    const Histories histories = splitHistories(workspace, request.dataset, protocol.split);
    const std::int64_t maxDepth = maxDepthFor(histories.userCount());
    RunStore runs(workspace);
    std::vector<AdoptedLists> adopted;
    std::vector<std::string> weights, withoutIds;
    for (auto& [name, system] : systems) {
        AdoptedLists& found = system.found;
        for (auto& [user, list] : system.lists) {
            found.duplicates += sortAndDeduplicate(list);
            if (std::ssize(list) > maxDepth) {
                ++found.usersCut;
                list.resize(static_cast<std::size_t>(maxDepth));
            }
            found.depth = std::max(found.depth, std::ssize(list));
            found.listed += std::ssize(list);
        }
        found.users = std::ssize(system.lists);
        found.unknownUsers = std::ssize(system.unknownUsers);
        found.unknownItems = std::ssize(system.unknownItems);
        if (found.unknownUsers > 0) found.unknownUser = *system.unknownUsers.begin();
        if (found.unknownItems > 0) found.unknownItem = *system.unknownItems.begin();
        if (found.users == 0) {
            withoutIds.push_back(name);
            continue;
        }
        found.damaged = facts.damaged;
        found.hasOwnScores = areScoresUsable(system);
        for (std::int32_t user = 0; user < histories.userCount(); ++user)
            found.usersWithoutList += histories.hasTarget(user, Split::Test) && !system.lists.contains(user);
        countAgainstHistories(system, histories);
        // A few lists with seen items are mistakes; many show that the recommender does not remove them.
        const bool hasSeen =
            static_cast<double>(found.usersWithSeen) > kRepeatingShare * static_cast<double>(found.users);
        protocol.seen = request.seen.value_or(hasSeen ? SeenItems::Kept : SeenItems::Removed);

        const RunConfig config =
            fixedListsConfig(found.depth, protocol.seen == SeenItems::Kept ? ListedSeen::Kept : ListedSeen::Removed);
        const ModelShape shape{.itemCount = histories.itemCount, .userCount = histories.userCount()};
        RunRecord& run = found.run;
        run.dataset = request.dataset;
        run.model = config.model;
        const std::string stem = name.empty() ? request.path.stem().string() : name;
        run.name = request.runName.empty() ? stem
                   : systems.size() == 1   ? request.runName
                                           : fmt::format("{} · {}", request.runName, stem);
        run.config = config.toJson();
        run.protocol = protocol;
        run.message = {Message(MessageId::ListsFrom, {request.path.filename().string(), facts.layout})};
        run.state = RunState::Finished;
        weights.push_back(toSafeTensors(weightsOf(system, config, shape)));
        adopted.push_back(std::move(found));
    }
    if (adopted.empty() && withoutIds.empty())
        throw Error(ErrorKind::Input, translated("{} has no recommendations.", request.path.filename().string()),
                    facts.layout);
    if (adopted.empty())
        throw Error(ErrorKind::Input,
                    translated("No line of {} names both a user and an item of the dataset \"{}\" ({}).",
                               request.path.filename().string(), dataset.name, facts.layout),
                    translated("The ids must be those of the dataset, for example user \"{}\" and item \"{}\". Name "
                               "the columns if the wrong ones were used: --columns user=…,item=…",
                               users.empty() ? std::string() : users.begin()->first,
                               items.empty() ? std::string() : items.begin()->first));
    adopted.front().withoutIds = std::move(withoutIds);
    for (std::size_t i = 0; i < adopted.size(); ++i)
        runs.recordTrainedElsewhere(adopted[i].run, {.epoch = 0, .weights = weights[i], .state = {}, .progress = {}},
                                    {}, {}, {}, RunStore::IfTaken::Number);
    return adopted;
}

}  // namespace recscope
