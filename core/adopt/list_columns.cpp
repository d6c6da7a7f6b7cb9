// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/list_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/data/column_names.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Names = std::unordered_set<std::string>;

// Names in the form that `plainName` returns: lower case, without spaces and underscores.
const Names kRankNames = {"rank", "position", "pos", "place", "ranking", "order"};
const Names kScoreNames = {"score", "scores", "prediction", "pred", "relevance", "logit", "similarity", "value"};
const Names kSystemNames = {"model", "system", "algorithm", "algo", "recommender", "method", "run", "runname"};
const Names kListNames = {"items", "recommendations", "recs", "itemids", "itemlist", "list", "recommended", "topk"};

int chosenColumn(const std::string& choice, const std::vector<std::string>& header, const std::filesystem::path& path) {
    for (std::size_t i = 0; i < header.size(); ++i)
        if (header[i] == choice) return static_cast<int>(i);
    if (const auto number = parseNumber(choice);
        number && *number >= 1 && *number <= static_cast<double>(header.size()))
        return static_cast<int>(*number) - 1;
    failListColumns(path, translated("there is no column \"{}\"", choice));
}

}  // namespace

int& ListColumnNumbers::of(ListField field) {
    switch (field) {
        case ListField::User:
            return user;
        case ListField::Rank:
            return rank;
        case ListField::Score:
            return score;
        case ListField::System:
            return system;
        case ListField::Item:
        case ListField::List:
        case ListField::None:
            break;
    }
    return item;
}

ListField listFieldOf(std::string_view header) {
    const std::string name = plainName(header);
    if (kRankNames.contains(name)) return ListField::Rank;
    if (kScoreNames.contains(name)) return ListField::Score;
    if (kSystemNames.contains(name)) return ListField::System;
    if (kListNames.contains(name)) return ListField::List;
    const NameMeaning meaning = meaningOf(header);
    if (meaning.user >= kKnownName && meaning.user > meaning.item) return ListField::User;
    if (meaning.item >= kKnownName && meaning.item > meaning.user) return ListField::Item;
    return ListField::None;
}

bool isTimeOrRating(std::string_view header) {
    const NameMeaning meaning = meaningOf(header);
    return listFieldOf(header) == ListField::None && (meaning.time >= kKnownName || meaning.rating >= kKnownName);
}

ListColumnNumbers namedColumns(const std::vector<std::string>& header) {
    ListColumnNumbers columns;
    double bestUser = 0, bestItem = 0;
    // A column whose name means a list of items is preferred to every other item column: the scores of names stay
    // below 100.
    constexpr double kListColumnScore = 100;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const ListField field = listFieldOf(header[i]);
        const NameMeaning meaning = meaningOf(header[i]);
        const bool isList = field == ListField::List;
        if (field == ListField::None) continue;
        if (field == ListField::User || field == ListField::Item || isList) {
            double& best = field == ListField::User ? bestUser : bestItem;
            const double score = isList ? kListColumnScore : field == ListField::User ? meaning.user : meaning.item;
            if (score <= best) continue;
            best = score;
            columns.itemsAreLists = columns.isListInOneCell = columns.itemsAreLists || isList;
        } else if (columns.of(field) >= 0) {
            continue;
        }
        columns.of(field) = static_cast<int>(i);
    }
    return columns;
}

bool isChosenByName(const ListColumns& chosen, const std::vector<std::string>& header) {
    return std::find(header.begin(), header.end(), chosen.user) != header.end() ||
           std::find(header.begin(), header.end(), chosen.item) != header.end();
}

void chooseListColumns(ListColumnNumbers& columns, const ListColumns& chosen, const std::vector<std::string>& names,
                       const std::filesystem::path& path) {
    const auto fields = {std::pair(&chosen.user, &columns.user), std::pair(&chosen.item, &columns.item),
                         std::pair(&chosen.rank, &columns.rank), std::pair(&chosen.score, &columns.score),
                         std::pair(&chosen.system, &columns.system)};
    for (const auto& [choice, column] : fields) {
        if (choice->empty()) continue;
        *column = chosenColumn(*choice, names, path);
        // A column that the caller chose for one field is used for no other field, even if its name suggests one.
        for (const auto& [otherChoice, other] : fields)
            if (otherChoice->empty() && *other == *column) *other = -1;
    }
}

void requireLists(const ListColumnNumbers& columns, const std::vector<std::string>& names,
                  const std::filesystem::path& path) {
    if (std::any_of(names.begin(), names.end(), isTimeOrRating) && !columns.hasOrder())
        throw Error(
            ErrorKind::Input,
            translated("{} looks like interactions: it has times or ratings, and no rank or score.",
                       path.filename().string()),
            translated("Import it as a dataset; or name the columns if it has recommendations: --columns score=…"));
    if (columns.hasUserAndItem()) return;
    const bool hasNames = std::any_of(names.begin(), names.end(), [](const auto& name) { return !name.empty(); });
    failListColumns(path, hasNames ? fmt::format("{}", fmt::join(names, ", "))
                                   : translated("the first lines match no ids of the dataset"));
}

bool areColumnsOfLists(const ListColumnNumbers& columns, const std::vector<std::string>& names) {
    return columns.hasUserAndItem() && columns.hasOrder() && std::none_of(names.begin(), names.end(), isTimeOrRating);
}

void failListColumns(const std::filesystem::path& path, const std::string& found) {
    throw Error(
        ErrorKind::Input,
        translated("The columns of the user and the item were not found in {}. Found: {}.", path.filename().string(),
                   found),
        translated("Each line needs a user and an item, and a rank or a score unless the lines are in the order "
                   "of the ranking. Name the columns: --columns user=…,item=…,score=…"));
}

std::vector<std::string_view> itemsIn(std::string_view cell) {
    std::vector<std::string_view> items;
    constexpr std::string_view kSeparators = " \t,;|[](){}\"'";
    for (std::size_t begin = cell.find_first_not_of(kSeparators); begin != std::string_view::npos;) {
        const std::size_t end = std::min(cell.find_first_of(kSeparators, begin), cell.size());
        items.push_back(cell.substr(begin, end - begin));
        begin = cell.find_first_not_of(kSeparators, end);
    }
    return items;
}

std::string layoutText(const ListColumnNumbers& columns, const std::vector<std::string>& names) {
    const auto name = [&](int column) {
        const std::string& text = names[static_cast<std::size_t>(column)];
        return text.empty() ? translated("column {}", column + 1) : '"' + text + '"';
    };
    std::vector<std::string> fields{translated("user in {}", name(columns.user)),
                                    translated("item in {}", name(columns.item))};
    if (columns.rank >= 0) fields.push_back(translated("rank in {}", name(columns.rank)));
    if (columns.score >= 0) fields.push_back(translated("score in {}", name(columns.score)));
    if (columns.system >= 0) fields.push_back(translated("model in {}", name(columns.system)));
    const std::string all = fmt::format("{}", fmt::join(fields, ", "));
    return columns.itemsAreLists ? translated("one user with all items per line: {}", all)
                                 : translated("one recommendation per line: {}", all);
}

}  // namespace recscope
