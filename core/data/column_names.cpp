// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Column = std::optional<std::size_t>;

// Names in public data sets, plain; the earlier, the surer.
const std::vector<std::string> kUserNames = {
    "user",    "userid", "uid",      "reviewerid", "customer", "customerid", "visitor", "visitorid", "sessionid",
    "session", "member", "memberid", "username",   "reader",   "readerid",   "person",  "personid",  "author"};
const std::vector<std::string> kItemNames = {
    "item",       "itemid", "iid",    "movie",   "movieid",   "film",   "filmid",     "product",  "productid",
    "parentasin", "asin",   "book",   "bookid",  "game",      "gameid", "artist",     "artistid", "track",
    "trackid",    "song",   "songid", "article", "articleid", "newsid", "businessid", "isbn",     "sku"};
const std::vector<std::string> kTimeNames = {"timestamp",      "time",      "ts",       "unixtime",
                                             "unixreviewtime", "date",      "datetime", "unixtimestamp",
                                             "reviewtime",     "createdat", "ratedat",  "timems"};
const std::vector<std::string> kRatingNames = {"rating", "ratings", "score",        "overall",
                                               "stars",  "star",    "reviewoverall"};

const std::vector<std::string>& namesFor(ColumnRole role) {
    switch (role) {
        case ColumnRole::User:
            return kUserNames;
        case ColumnRole::Item:
            return kItemNames;
        case ColumnRole::Time:
            return kTimeNames;
        case ColumnRole::Rating:
            break;
    }
    return kRatingNames;
}

Column chosenColumn(const std::string& choice, const TableLayout& layout) {
    if (choice.empty()) return std::nullopt;
    const std::vector<std::string>& names = layout.columns;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (trimmed(names[i]) == choice) return i;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (plainName(names[i]) == plainName(choice)) return i;
    }
    std::size_t number = 0;
    const auto [end, failure] = std::from_chars(choice.data(), choice.data() + choice.size(), number);
    if (failure == std::errc() && end == choice.data() + choice.size() && number >= 1 && number <= layout.columnCount) {
        return number - 1;
    }
    throw Error(ErrorKind::Usage, fmt::format("There is no column \"{}\".", choice),
                names.empty()
                    ? fmt::format("The file has {} columns and no header: give numbers from 1.", layout.columnCount)
                    : fmt::format("The columns are {}.", listed(names, /*limit=*/20)));
}

}  // namespace

std::string plainName(std::string_view header) {
    std::string name = folded(trimmed(header.substr(0, header.find(':'))));
    std::erase_if(name, [](char c) { return c == '_' || c == '-' || c == ' '; });
    return name;
}

Column columnFor(ColumnRole role, const std::vector<std::string>& names) {
    for (const std::string& name : namesFor(role)) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (plainName(names[i]) == name) return i;
        }
    }
    return std::nullopt;
}

void chooseColumns(const ColumnMapping& columns, TableLayout& layout) {
    const Column user = chosenColumn(columns.user, layout), item = chosenColumn(columns.item, layout);
    if (!user || !item) {
        throw Error(ErrorKind::Usage, "The columns of user and item are both needed.",
                    "For example user=1,item=2,time=4.");
    }
    layout.user = *user;
    layout.item = *item;
    layout.time = chosenColumn(columns.time, layout);
    layout.rating = chosenColumn(columns.rating, layout);
}

bool namesOneOf(const ColumnMapping& columns, const std::vector<std::string>& first) {
    for (const std::string& choice : {columns.user, columns.item, columns.time, columns.rating}) {
        if (choice.empty() || parseNumber(choice)) continue;
        for (const std::string& field : first) {
            if (plainName(field) == plainName(choice)) return true;
        }
    }
    return false;
}

std::string columnsText(const TableLayout& layout) {
    std::vector<std::string> parts;
    const auto add = [&](const char* what, const Column& column) {
        if (!column) return;
        parts.push_back(*column < layout.columns.size()
                            ? fmt::format("{} in \"{}\"", what, trimmed(layout.columns[*column]))
                            : fmt::format("{} in column {}", what, *column + 1));
    };
    add("user", layout.user);
    add("item", layout.item);
    add("time", layout.time);
    add("rating", layout.rating);
    return listed(parts);
}

}  // namespace recscope
