// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/cohort_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/store/dataset_store.h"
#include "core/store/history_reader.h"
#include "core/store/run_store.h"
#include "core/store/user_attribute_store.h"
#include "core/util/error.h"
#include "core/util/shell_word.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kFilterHint = translatable(
    "Filters: missed-by=RUN, hit-by=RUN, length=FROM-TO, item=ID, or a user attribute such as occupation=student or "
    "age=18-24.");

/// The users who pass one filter, and a description of the filter: "20 to 35 interactions".
struct Passing {
    std::vector<bool> users;  ///< whether each user passes, shape (U), U = number of users
    std::string words;
    CohortCriterion criterion;
    std::optional<std::vector<std::int32_t>> known = {};  ///< users that the filter can be applied to; unset: all
    std::string protocol = {};  ///< protocol of the ranks, as a sentence; empty: the filter uses no ranks
};

Passing byRank(Workspace& workspace, const DatasetInfo& dataset, Split split, const std::string& runName, bool isHit) {
    const RunStore store(workspace);
    const RunRecord run = store.byName(runName);
    if (run.dataset != dataset.id) {
        throw Error(ErrorKind::Input,
                    translated("The run \"{}\" belongs to another dataset, \"{}\".", runName, run.datasetName),
                    translated("Choose a run of the cohort's dataset."));
    }
    const std::vector<UserRank> ranks = store.ranks(run.id, split, run.protocol);
    if (ranks.empty()) {
        throw Error(ErrorKind::Input,
                    split == Split::Test
                        ? translated("The run \"{}\" has not been scored on the test items yet.", runName)
                        : translated("The run \"{}\" has not been scored on the validation items yet.", runName),
                    translated("Score it first: recscope-cli evaluate --run {} --split {}", shellArgument(runName),
                               splitName(split)));
    }
    Passing passing{
        std::vector<bool>(static_cast<std::size_t>(dataset.users)),
        translated("{} by \"{}\" ({} item at rank {})", isHit ? translated("hit") : translated("missed"), runName,
                   split == Split::Test ? translated("test") : translated("validation"),
                   isHit ? translated("{} or better", kCohortHitRank) : translated("{} or worse", kCohortHitRank + 1)),
        {.by = ChosenBy::Rank, .name = runName},
        std::vector<std::int32_t>(),
        run.protocol.sentence()};
    for (const UserRank& rank : ranks) {
        passing.users[static_cast<std::size_t>(rank.user)] = (rank.rank <= kCohortHitRank) == isHit;
        passing.known->push_back(rank.user);
    }
    return passing;
}

Passing byLength(Workspace& workspace, const DatasetInfo& dataset, const std::string& value) {
    const NumberRange range = NumberRange::parse(value);
    Passing passing{{}, translated("{} interactions", range.sentence()), {.by = ChosenBy::Length}};
    for (const std::int64_t length : DatasetStore(workspace).historyLengths(dataset.id))
        passing.users.push_back(range.contains(static_cast<double>(length)));
    return passing;
}

Passing byItem(Workspace& workspace, const DatasetInfo& dataset, const std::string& id) {
    const Token token = DatasetStore(workspace).tokensOf(dataset.id, std::vector{id}).front();
    Passing passing{std::vector<bool>(static_cast<std::size_t>(dataset.users)),
                    translated("with item \"{}\"", id),
                    {.by = ChosenBy::Item, .name = id, .item = token}};
    readHistories(workspace, dataset.id, [&](const HistoryRows& history) {
        passing.users[static_cast<std::size_t>(history.user)] =
            std::find(history.items.begin(), history.items.end(), token) != history.items.end();
    });
    return passing;
}

std::vector<std::int32_t> knownUsers(const UserAttribute& attribute) {
    std::vector<std::int32_t> users;
    const std::size_t count = std::max(attribute.categories.size(), attribute.numbers.size());
    for (std::size_t user = 0; user < count; ++user)
        if (attribute.isKnown(user)) users.push_back(static_cast<std::int32_t>(user));
    return users;
}

Passing byAttribute(const UserAttribute& attribute, const std::string& value) {
    Passing passing{{},
                    fmt::format("{} {}", attribute.name, value),
                    {.by = ChosenBy::Attribute, .name = attribute.name},
                    knownUsers(attribute)};
    if (attribute.kind == AttributeKind::Number) {
        const NumberRange range = NumberRange::parse(value);
        passing.words = fmt::format("{} {}", attribute.name, range.sentence());
        for (const double number : attribute.numbers) passing.users.push_back(range.contains(number));  // NaN: false
        return passing;
    }
    const auto found = std::find(attribute.labels.begin(), attribute.labels.end(), value);
    if (found == attribute.labels.end()) {
        throw Error(ErrorKind::Input, translated("No user has {} \"{}\".", attribute.name, value),
                    translated("Available: {}.", listed(attribute.labels, /*limit=*/30)));
    }
    const auto requested = static_cast<std::int32_t>(found - attribute.labels.begin());
    for (const std::int32_t category : attribute.categories) passing.users.push_back(category == requested);
    return passing;
}

Passing passingOf(Workspace& workspace, const DatasetInfo& dataset, Split split, const std::string& filter) {
    const std::size_t equals = filter.find('=');
    const std::string key(trimmed(filter.substr(0, equals)));
    const std::string value(equals == std::string::npos ? "" : trimmed(std::string_view(filter).substr(equals + 1)));
    if (key.empty() || value.empty())
        throw Error(ErrorKind::Usage, translated("\"{}\" is not a filter: a filter has the form NAME=VALUE.", filter),
                    translated(kFilterHint));
    if (key == "missed-by" || key == "hit-by") return byRank(workspace, dataset, split, value, key == "hit-by");
    if (key == "length") return byLength(workspace, dataset, value);
    if (key == "item") return byItem(workspace, dataset, value);
    std::vector<std::string> names;
    for (const UserAttribute& attribute : UserAttributeStore(workspace).list(dataset.id)) {
        if (attribute.name == key) return byAttribute(attribute, value);
        names.push_back(attribute.name);
    }
    throw Error(ErrorKind::Usage, translated("There is no filter \"{}\".", key),
                translated(kFilterHint) + (names.empty() ? translated(" This dataset has no user attributes.")
                                                         : translated(" Attributes here: {}.", listed(names))));
}

}  // namespace

CohortChoice chooseByFilters(Workspace& workspace, DatasetId id, Split split, std::span<const std::string> filters) {
    const DatasetInfo dataset = DatasetStore(workspace).byId(id);
    std::vector<bool> all(static_cast<std::size_t>(dataset.users), true);
    std::vector<std::string> words, protocols;
    CohortChoice choice;
    for (const std::string& filter : filters) {
        const Passing passing = passingOf(workspace, dataset, split, filter);
        for (std::size_t user = 0; user < all.size(); ++user) all[user] = all[user] && passing.users[user];
        words.push_back(passing.words);
        if (!passing.protocol.empty() &&
            std::find(protocols.begin(), protocols.end(), passing.protocol) == protocols.end())
            protocols.push_back(passing.protocol);
        if (passing.known)
            choice.basis.add(passing.criterion, *passing.known);
        else
            choice.basis.add(passing.criterion);
    }
    for (std::size_t user = 0; user < all.size(); ++user) {
        if (all[user]) choice.users.push_back(static_cast<std::int32_t>(user));
    }
    choice.howChosen =
        words.empty() ? translated("All users.") : translated("Users: {}.", fmt::join(words, translated("; and ")));
    for (const std::string& protocol : protocols) choice.howChosen += translated(" Protocol {}.", protocol);
    return choice;
}

CohortChoice chooseByIds(Workspace& workspace, DatasetId dataset, std::span<const std::string> ids) {
    const DatasetStore store(workspace);
    std::set<std::int32_t> users;
    for (const std::string& id : ids) users.insert(store.userById(dataset, id).user);
    return {{users.begin(), users.end()},
            users.size() == 1 ? translated("A user chosen by id.") : translated("Users chosen by their ids."),
            {.criteria = {{.by = ChosenBy::Hand}}}};
}

NumberRange NumberRange::parse(std::string_view text) {
    constexpr double kNoEnd = std::numeric_limits<double>::infinity();
    const auto number = [&](std::string_view part, double missing) {
        if (trimmed(part).empty()) return missing;
        if (const auto value = parseNumber(part)) return *value;
        throw Error(ErrorKind::Usage, translated("\"{}\" is not a range of numbers.", text),
                    translated("Write 20-35, 20- or -35; a single number matches exactly that number."));
    };
    const std::string_view all = trimmed(text);
    const std::size_t dash = all.find('-');
    if (dash == std::string_view::npos) return {number(all, 0), number(all, 0)};
    return {number(all.substr(0, dash), -kNoEnd), number(all.substr(dash + 1), kNoEnd)};
}

std::string NumberRange::sentence() const {
    if (std::isinf(from)) return translated("at most {}", to);
    if (std::isinf(to)) return translated("at least {}", from);
    return from == to ? fmt::format("{}", from) : translated("{} to {}", from, to);
}

}  // namespace recscope
