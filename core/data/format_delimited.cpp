// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "core/data/column_names.h"
#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/time_text.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Rows = std::vector<std::vector<std::string>>;

bool isTimeLike(const std::string& text) {
    const auto number = parseNumber(text);
    constexpr double kYear1973 = 1e8;  // smaller numbers are counts, ratings or ids
    return number ? *number >= kYear1973 && *number < 1e17 : parseTime(text).has_value();
}

bool isRatingLike(const std::string& text) {
    const auto number = parseNumber(text);
    return number && *number >= -10 && *number <= 100;
}

bool isNumber(const std::string& text) {
    return parseNumber(text).has_value();
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
    if (columnFor(ColumnRole::User, first) && columnFor(ColumnRole::Item, first)) return true;
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

/// JSON or Python, whose commas separate no columns.
bool areObjects(const FileSample& sample) {
    const auto objects = std::count_if(sample.lines.begin(), sample.lines.end(), [](std::string_view line) {
        return trimmed(line).starts_with('{') || trimmed(line).starts_with('[');
    });
    return 2 * static_cast<std::size_t>(objects) >= sample.lines.size();
}

Rows sampleRows(const FileSample& sample) {
    Rows rows;
    FieldSplitter splitter = sample.splitter(sample.delimiter);
    for (const std::string_view line : sample.lines) {
        if (trimmed(line).empty() || !splitter.split(line)) continue;
        rows.emplace_back(splitter.fields().begin(), splitter.fields().end());
    }
    return rows;
}

/// Without a header: user and item come first, then whatever looks like a rating and a time.
void guessColumns(const Rows& rows, TableLayout& layout) {
    for (std::size_t column = 2; column < layout.columnCount; ++column) {
        if (!layout.time && columnPasses(rows, 0, column, isTimeLike)) {
            layout.time = column;
        } else if (!layout.rating && columnPasses(rows, 0, column, isRatingLike)) {
            layout.rating = column;
        }
    }
}

Recognition recognition(double confidence, const TableLayout& layout, const char* how) {
    std::string why =
        fmt::format("fields separated by {}; {} ({})", delimiterName(layout.delimiter), columnsText(layout), how);
    if (!layout.time) why += "; without times, the order of the lines is taken as the order in time";
    return {confidence, std::move(why), layout};
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
        if (sample.delimiter.empty() || areObjects(sample)) return std::nullopt;
        const Rows rows = sampleRows(sample);
        if (rows.empty() || rows[0].size() < 2) return std::nullopt;
        // The usual row counts, not the first: one short line must not cost a file its times.
        TableLayout layout{.delimiter = sample.delimiter,
                           .columns = {},
                           .columnCount = std::max(rows[0].size(), sample.grammar.fieldCount),
                           .time = {},
                           .rating = {}};
        layout.hasHeader = isHeader(rows) || namesOneOf(columns, rows[0]);
        if (layout.hasHeader) {
            layout.columns = rows[0];
            const auto user = columnFor(ColumnRole::User, rows[0]), item = columnFor(ColumnRole::Item, rows[0]);
            if (!columns.empty()) return recognition(0.8, layout, "by the header");
            if (!user || !item) return std::nullopt;
            layout.user = *user;
            layout.item = *item;
            layout.time = columnFor(ColumnRole::Time, rows[0]);
            layout.rating = columnFor(ColumnRole::Rating, rows[0]);
            return recognition(0.8, layout, "by the header");
        }
        // Two words with a space between them are no interaction, two numbers are.
        const bool isProse =
            layout.delimiter == " " && !(columnPasses(rows, 0, 0, isNumber) && columnPasses(rows, 0, 1, isNumber));
        if (isProse && columns.empty()) return std::nullopt;
        guessColumns(rows, layout);
        return recognition(layout.time ? 0.5 : 0.4, layout,
                           "assumed from the content: choose the columns if it is wrong");
    }

    std::vector<std::string> fileNames() const override { return {"ratings.csv", "interactions.csv", "reviews.csv"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override {
        return {"items.csv", "movies.csv", "items.tsv", "movies.dat"};
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeDelimitedFormat() {
    return std::make_unique<DelimitedFormat>();
}

}  // namespace recscope
