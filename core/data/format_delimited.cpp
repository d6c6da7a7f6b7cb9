// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/time_text.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

// Header names of public data sets, in lower case without "_", "-" and spaces.
constexpr std::array kUserNames = {"user",     "userid",    "uid",       "reviewerid", "customer", "customerid",
                                   "visitor",  "visitorid", "sessionid", "session",    "member",   "memberid",
                                   "username", "reader",    "readerid",  "person",     "personid", "author"};
constexpr std::array kItemNames = {"item",    "itemid",    "iid",      "movie",      "movieid", "film",   "filmid",
                                   "product", "productid", "asin",     "parentasin", "book",    "bookid", "game",
                                   "gameid",  "artist",    "artistid", "track",      "trackid", "song",   "songid",
                                   "article", "articleid", "newsid",   "businessid", "isbn",    "sku"};
constexpr std::array kTimeNames = {"timestamp", "time",          "ts",         "unixtime",  "unixreviewtime", "date",
                                   "datetime",  "unixtimestamp", "reviewtime", "createdat", "ratedat",        "timems"};
constexpr std::array kRatingNames = {"rating", "ratings", "score", "overall", "stars", "star", "reviewoverall"};

using Column = std::optional<std::size_t>;
using Rows = std::vector<std::vector<std::string>>;

/// "User_ID:token" as "userid": RecBole writes the type behind a colon.
std::string plainName(std::string_view header) {
    std::string name = folded(trimmed(header.substr(0, header.find(':'))));
    std::erase_if(name, [](char c) { return c == '_' || c == '-' || c == ' '; });
    return name;
}

template <std::size_t N>
Column columnNamed(const std::vector<std::string>& header, const std::array<const char*, N>& names) {
    for (const char* name : names) {
        for (std::size_t i = 0; i < header.size(); ++i) {
            if (plainName(header[i]) == name) return i;
        }
    }
    return std::nullopt;
}

bool isTimeLike(const std::string& text) {
    const auto number = parseNumber(text);
    constexpr double kYear1973 = 1e8;  // smaller numbers are counts, ratings or ids
    return number ? *number >= kYear1973 && *number < 1e17 : parseTime(text).has_value();
}

bool isRatingLike(const std::string& text) {
    const auto number = parseNumber(text);
    return number && *number >= -10 && *number <= 100;
}

template <class Test>
bool columnPasses(const Rows& rows, std::size_t first, std::size_t column, Test test) {
    std::size_t counted = 0, passed = 0;
    for (std::size_t i = first; i < rows.size(); ++i) {
        if (column >= rows[i].size()) continue;
        ++counted;
        passed += test(rows[i][column]);
    }
    return counted > 0 && passed * 10 >= counted * 9;
}

/// A first line with known names, or with a word where all other lines have a number.
bool isHeader(const Rows& rows) {
    const std::vector<std::string>& first = rows[0];
    if (columnNamed(first, kUserNames) && columnNamed(first, kItemNames)) return true;
    const auto isNumber = [](const std::string& text) { return parseNumber(text).has_value(); };
    if (rows.size() < 2 || std::any_of(first.begin(), first.end(), isNumber)) return false;
    for (std::size_t column = 0; column < first.size(); ++column) {
        if (columnPasses(rows, 1, column,
                         [&](const std::string& text) { return isNumber(text) || isTimeLike(text); }) &&
            !isTimeLike(first[column])) {
            return true;
        }
    }
    return false;
}

/// The column the person named by its number from 1 or its header.
Column chosenColumn(const std::string& choice, const std::vector<std::string>& first, bool hasHeader) {
    if (choice.empty()) return std::nullopt;
    if (hasHeader) {
        for (std::size_t i = 0; i < first.size(); ++i) {
            if (trimmed(first[i]) == choice) return i;
        }
        for (std::size_t i = 0; i < first.size(); ++i) {
            if (plainName(first[i]) == plainName(choice)) return i;
        }
    }
    std::size_t number = 0;
    const auto [end, failure] = std::from_chars(choice.data(), choice.data() + choice.size(), number);
    if (failure == std::errc() && end == choice.data() + choice.size() && number >= 1 && number <= first.size()) {
        return number - 1;
    }
    throw Error(ErrorKind::Usage, fmt::format("There is no column \"{}\".", choice),
                hasHeader ? fmt::format("The columns are {}.", listed(first, /*limit=*/20))
                          : fmt::format("The file has {} columns and no header: give numbers from 1.", first.size()));
}

/// True if the person wrote a name that stands in the first line.
bool namesOneOf(const ColumnMapping& columns, const std::vector<std::string>& first) {
    for (const std::string& choice : {columns.user, columns.item, columns.time, columns.rating}) {
        if (choice.empty() || parseNumber(choice)) continue;
        for (const std::string& field : first) {
            if (plainName(field) == plainName(choice)) return true;
        }
    }
    return false;
}

Rows sampleRows(const FileSample& sample) {
    Rows rows;
    FieldSplitter splitter(sample.delimiter);
    for (const std::string_view line : sample.lines) {
        if (trimmed(line).empty() || !splitter.split(line)) continue;
        rows.emplace_back(splitter.fields().begin(), splitter.fields().end());
    }
    return rows;
}

/// Without a header: user and item come first, then whatever looks like a rating and a time.
void guessColumns(const Rows& rows, std::size_t first, TableLayout& layout) {
    for (std::size_t column = 2; column < rows[first].size(); ++column) {
        if (!layout.time && columnPasses(rows, first, column, isTimeLike)) {
            layout.time = column;
        } else if (!layout.rating && columnPasses(rows, first, column, isRatingLike)) {
            layout.rating = column;
        }
    }
}

std::string explain(const TableLayout& layout, const std::vector<std::string>& first, const char* how) {
    std::vector<std::string> parts;
    const auto add = [&](const char* what, const Column& column) {
        if (!column) return;
        parts.push_back(layout.hasHeader ? fmt::format("{} in \"{}\"", what, trimmed(first[*column]))
                                         : fmt::format("{} in column {}", what, *column + 1));
    };
    add("user", layout.user);
    add("item", layout.item);
    add("time", layout.time);
    add("rating", layout.rating);
    std::string text =
        fmt::format("fields separated by {}; {} ({})", delimiterName(layout.delimiter), listed(parts), how);
    if (!layout.time) text += "; without times, the order of the lines is taken as the order in time";
    return text;
}

/// Comma, semicolon, tab, vertical bar, "::" or any other separator; columns by header, by content or by the person.
class DelimitedFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {
            "delimited", "Delimited text (csv, tsv, …)",
            "one interaction a line, any separator; user, item and, if there are any, time and rating by header name "
            "or column number"};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        if (sample.delimiter.empty()) return std::nullopt;
        const Rows rows = sampleRows(sample);
        if (rows.empty() || rows[0].size() < 2) return std::nullopt;
        TableLayout layout;
        layout.delimiter = sample.delimiter;
        layout.hasHeader = isHeader(rows);
        if (!columns.empty()) return byChoice(columns, rows, layout);
        if (layout.hasHeader) return byHeader(rows[0], layout);
        // Two words with a space between them are no interaction, two numbers are.
        const auto isNumber = [](const std::string& text) { return parseNumber(text).has_value(); };
        if (layout.delimiter == " " && !(columnPasses(rows, 0, 0, isNumber) && columnPasses(rows, 0, 1, isNumber))) {
            return std::nullopt;
        }
        guessColumns(rows, 0, layout);
        return Recognition{layout,
                           explain(layout, rows[0], "assumed from the content: choose the columns if it is wrong")};
    }

    std::vector<std::string> fileNames() const override { return {"ratings.csv", "interactions.csv", "reviews.csv"}; }
    std::vector<std::string> itemsFileNames() const override {
        return {"items.csv", "movies.csv", "items.tsv", "movies.dat"};
    }

private:
    static std::optional<Recognition> byHeader(const std::vector<std::string>& header, TableLayout layout) {
        const Column user = columnNamed(header, kUserNames), item = columnNamed(header, kItemNames);
        if (!user || !item) return std::nullopt;
        layout.user = *user;
        layout.item = *item;
        layout.time = columnNamed(header, kTimeNames);
        layout.rating = columnNamed(header, kRatingNames);
        return Recognition{layout, explain(layout, header, "by the header")};
    }

    static Recognition byChoice(const ColumnMapping& columns, const Rows& rows, TableLayout layout) {
        const std::vector<std::string>& first = rows[0];
        layout.hasHeader = layout.hasHeader || namesOneOf(columns, first);
        const Column user = chosenColumn(columns.user, first, layout.hasHeader);
        const Column item = chosenColumn(columns.item, first, layout.hasHeader);
        if (!user || !item) {
            throw Error(ErrorKind::Usage, "The columns of user and item are both needed.",
                        "For example user=1,item=2,time=4.");
        }
        layout.user = *user;
        layout.item = *item;
        layout.time = chosenColumn(columns.time, first, layout.hasHeader);
        layout.rating = chosenColumn(columns.rating, first, layout.hasHeader);
        return {layout, explain(layout, first, "as chosen")};
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeDelimitedFormat() {
    return std::make_unique<DelimitedFormat>();
}

}  // namespace recscope
