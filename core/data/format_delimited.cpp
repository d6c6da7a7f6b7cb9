// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/data/column_names.h"
#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/header_row.h"
#include "core/data/list_recognition.h"
#include "core/data/text_encoding.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// True for JSON or Python, whose commas do not separate columns.
bool areObjects(const FileSample& sample) {
    const auto objects = std::count_if(sample.lines.begin(), sample.lines.end(), [](std::string_view line) {
        return trimmed(line).starts_with('{') || trimmed(line).starts_with('[');
    });
    return 2 * static_cast<std::size_t>(objects) >= sample.lines.size();
}

bool isSeparatedByBlanks(std::string_view delimiter) {
    return delimiter == " " || delimiter == kBlanks;
}

/// How many rows have a value of the column that occurs in another row, too.
std::size_t repeatedIn(const Rows& rows, std::size_t column) {
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const auto& row : rows) ++counts[row[column]];
    std::size_t repeated = 0;
    for (const auto& [value, count] : counts) repeated += count > 1 ? count : 0;
    return repeated;
}

/// True if values repeat in each of two columns, and no value is in both, as with persons and items: "alice matrix".
bool arePairs(const Rows& rows) {
    std::unordered_set<std::string_view> left;
    for (const auto& row : rows) left.insert(row[0]);
    const auto isInBoth = [&](const auto& row) { return left.contains(row[1]); };
    return rows[0].size() == 2 && repeatedIn(rows, 0) > 0 && repeatedIn(rows, 1) > 0 &&
           std::none_of(rows.begin(), rows.end(), isInBoth);
}

/// True if the rows look like sentences. Words separated by a space are interactions only if all rows have equally many
/// words and the words of two columns repeat. Rows that begin with two numbers are always interactions.
bool isProse(const Rows& rows) {
    std::size_t numbers = 0, usual = 0;
    for (const auto& row : rows) {
        numbers += row.size() >= 2 && parseNumber(row[0]) && parseNumber(row[1]);
        usual += row.size() == rows[0].size();
    }
    if (10 * numbers >= 9 * rows.size()) return false;
    if (usual < rows.size() || rows[0].size() < 2) return true;
    std::size_t repeating = 0;  // columns in which most values repeat
    for (std::size_t column = 0; column < rows[0].size(); ++column)
        repeating += 4 * repeatedIn(rows, column) >= 3 * rows.size();
    return repeating < 2 && !arePairs(rows);
}

/// A warning if lines have more fields than the header has names, which unquoted text with commas causes; else empty.
std::string fieldsBeyond(const SampleTable& table) {
    std::size_t longer = 0;
    for (const auto& row : table.rows) {
        longer += row.size() > table.names.size() &&
                  std::any_of(row.begin() + static_cast<std::ptrdiff_t>(table.names.size()), row.end(),
                              [](const std::string& field) { return !trimmed(field).empty(); });
    }
    if (table.names.empty() || longer == 0) return {};
    return translated(
        "{} of the first {} lines have more fields than the header has names: the fields after the last name are not "
        "read. If a text contains the separator, it has to be quoted.",
        grouped(static_cast<long long>(longer)), grouped(static_cast<long long>(table.rows.size())));
}

/// True if (nearly) every line is one quoted field, which may hold a list: "Bread, Milk".
bool isOneQuotedColumn(const FileSample& sample) {
    std::size_t lines = 0, quoted = 0;
    for (const std::string_view line : sample.lines) {
        std::string_view text = trimmed(line);
        if (text.empty()) continue;
        ++lines;
        if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"')) continue;
        text = text.substr(1, text.size() - 2);
        bool isField = true;
        for (std::size_t i = text.find('"'); isField && i != std::string_view::npos; i = text.find('"', i + 2))
            isField = text.substr(i).starts_with("\"\"");
        quoted += isField;
    }
    return 10 * quoted >= 9 * lines;
}

/// Text with fields separated by comma, semicolon, tab, vertical bar, "::" or any other string. The columns are found
/// by header or content, or are chosen by the user of the program.
class DelimitedFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"delimited", translatable("Delimited text (csv, tsv, …)"),
                translatable("one interaction per line, any separator; user, item and, if present, time and rating by "
                             "header name or column number")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        const bool isQuoted = isOneQuotedColumn(sample);
        const std::string delimiter = isQuoted ? std::string(",") : sample.delimiter;
        if (delimiter.empty() || areObjects(sample)) return std::nullopt;
        SampleTable table{{}, sampleRows(sample, delimiter)};
        if (table.rows.empty()) return std::nullopt;
        const bool isOneColumn = table.columnCount() < 2;
        if (isOneColumn && !isQuoted) return std::nullopt;
        for (std::string& name : table.rows[0]) {
            if (!isUtf8(name)) name = windows1252ToUtf8(name);
        }
        TableLayout layout{.delimiter = delimiter, .columns = {}, .time = {}, .rating = {}};
        const bool isNamed = namesOneOf(columns, table.rows[0]);
        layout.hasHeader =
            sample.header == Header::Auto ? isNamed || isHeaderRow(table.rows) : sample.header == Header::Yes;
        if (layout.hasHeader) {
            layout.columns = std::move(table.rows[0]);
            table.rows.erase(table.rows.begin());
            table.names = layout.columns;
        } else if (isSeparatedByBlanks(layout.delimiter) && columns.empty() && isProse(table.rows)) {
            return std::nullopt;
        }
        layout.columnCount = table.columnCount();
        auto reading = readTableOrLists(table, columns, sample, layout);
        if (!reading || (isOneColumn && layout.itemLists.empty())) return std::nullopt;
        const std::string text = sample.origin.empty()
                                     ? translated("fields separated by {}", translated(delimiterName(layout.delimiter)))
                                     : sample.origin;
        return Recognition{.confidence = reading->confidence,
                           .why = fmt::format("{}; {}", text, reading->why),
                           .layout = layout,
                           .alternatives = std::move(reading->alternatives),
                           .lacksUser = reading->lacksUser,
                           .reasons = reading->reasons,
                           .noTime = std::move(reading->noTime),
                           .warning = fieldsBeyond(table)};
    }

    std::vector<std::string> fileNames() const override { return {"ratings.csv", "interactions.csv", "reviews.csv"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override {
        // A file of this name that does not describe the items is rejected later because its ids do not match.
        return {"items.csv",    "movies.csv",  "items.tsv",    "movies.dat",   "books.csv",       "BX-Books.csv",
                "BX_Books.csv", "anime.csv",   "artists.dat",  "products.csv", "games.csv",       "songs.csv",
                "tracks.csv",   "recipes.csv", "articles.csv", "titles.csv",   "RAW_recipes.csv", "movie_titles.csv"};
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeDelimitedFormat() {
    return std::make_unique<DelimitedFormat>();
}

}  // namespace recscope
