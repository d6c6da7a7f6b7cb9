// SPDX-License-Identifier: GPL-3.0-or-later
// Lines with different numbers of fields: the fields from the last named column on, or all fields, are a list of items.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/data/column_names.h"
#include "core/data/dataset_format.h"
#include "core/data/header_row.h"
#include "core/data/list_rows.h"
#include "core/data/table_recognition.h"
#include "core/data/text_encoding.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// A header whose last name stands for a list that is not quoted: "user_id,time,items" above "7,1500000000,12,15,4".
class RaggedListsFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"ragged-lists", translatable("Lists without quotes"),
                translatable("a header, and lines with more fields than it has names: all fields from the last named "
                             "column on are items; user and, if present, time by header name")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        if (sample.header == Header::No) return std::nullopt;
        for (const std::string delimiter : kListDelimiters) {
            if (delimiter == " ") continue;
            ListLines lines = listLinesOf(sample, delimiter);
            if (lines.size() < 3 || lines[0].size() < 2 || !areRagged(lines)) continue;
            const std::vector<std::string_view> names = std::move(lines[0]);
            lines.erase(lines.begin());
            if (isList(names, lines)) return recognition(sample, delimiter, names, columns);
        }
        return std::nullopt;
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        std::vector<ListColumn> columns(layout.columnCount, ListColumn::Field);
        columns[layout.columnCount - 2] = ListColumn::Items;
        columns[layout.columnCount - 1] = ListColumn::Line;
        return std::make_unique<ListRows>(layout, columns);
    }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"items.csv", "items.tsv"}; }

private:
    /// True if the fields from the last name on are items: most lines have more fields than there are names, and the
    /// items are numbers or occur again. Unquoted text with commas is not such a list.
    static bool isList(const std::vector<std::string_view>& names, const ListLines& lines) {
        std::set<std::string> distinct;
        for (const std::string_view name : names) {
            if (name.empty() || parseNumber(name) || !distinct.emplace(name).second) return false;
        }
        for (std::size_t column = 0; column + 1 < names.size(); ++column) {
            if (meaningOf(names[column]).item >= kSureName) return false;
        }
        std::size_t longer = 0, complete = 0;
        ListLines lists;
        for (const auto& fields : lines) {
            longer += fields.size() > names.size();
            if (fields.size() < names.size()) continue;
            ++complete;
            lists.emplace_back(fields.begin() + static_cast<std::ptrdiff_t>(names.size()) - 1, fields.end());
        }
        if (2 * longer < lines.size() || 10 * complete < 9 * lines.size()) return false;
        if (std::all_of(lists.begin(), lists.end(), [](const auto& list) { return areWholeNumbers(list); }))
            return true;
        const ListFindings found = listStatistics(lists);
        return found.areShort && meaningOf(names.back()).item >= kKnownName && 2 * found.repeated >= found.fields;
    }

    std::optional<Recognition> recognition(const FileSample& sample, const std::string& delimiter,
                                           const std::vector<std::string_view>& names,
                                           const ColumnMapping& columns) const {
        Recognition found{
            .confidence = 0.85,
            .why = {},
            .layout = {.delimiter = delimiter, .hasHeader = true, .columns = {}, .time = {}, .rating = {}}};
        TableLayout& layout = found.layout;
        for (const std::string_view name : names)
            layout.columns.push_back(isUtf8(name) ? std::string(name) : windows1252ToUtf8(name));
        layout.columns.emplace_back("line");
        layout.columnCount = layout.columns.size();
        layout.lineColumn = layout.columnCount - 1;
        SampleTable table{layout.columns, {}};
        const auto parser = makeParser(layout);
        bool headerIsNext = true;
        for (const std::string_view line : sample.lines) {
            if (trimmed(line).empty() || std::exchange(headerIsNext, false)) continue;
            for (auto& row : parser->cells(line)) {
                if (row.size() == layout.columnCount) table.rows.push_back(std::move(row));
            }
        }
        ColumnRoles fixed;
        fixed.item = names.size() - 1;
        auto reading = readTable(table, columns, sample, layout, fixed);
        if (!reading || reading->lacksUser) return std::nullopt;
        // If some user has several lines, each line is an order.
        if (columns.empty() && !layout.order && !layout.isOnePerson && hasRepeats(table, layout.user)) {
            layout.order = layout.columnCount - 1;
            reading->reasons.at(static_cast<std::size_t>(ColumnRole::Order)) = RoleReason::Format;
        }
        found.why = translated("a list of items in the fields from \"{}\" on, separated by {}; {}",
                               layout.columns[names.size() - 1], translated(delimiterName(delimiter)), reading->why);
        found.alternatives = std::move(reading->alternatives);
        found.reasons = reading->reasons;
        found.noTime = std::move(reading->noTime);
        return found;
    }

    static bool hasRepeats(const SampleTable& table, std::size_t user) {
        std::set<std::pair<std::string_view, std::string_view>> lines;  // user and line
        std::set<std::string_view> users;
        for (const auto& row : table.rows) {
            lines.emplace(row[user], row.back());
            users.insert(row[user]);
        }
        return lines.size() > users.size();
    }
};

/// Market baskets: each line lists items only, as in the Groceries data of R's arules or in retail.dat.
class BasketLinesFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"basket-lines", translatable("Basket lines"),
                translatable("one basket per line, items only, separated by commas, semicolons, tabs or (numbers) "
                             "spaces; you have to choose whose baskets they are")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        for (const std::string delimiter : kListDelimiters) {
            const ListLines lines = listLinesOf(sample, delimiter);
            if (lines.size() < 3 || !areRagged(lines) || !areBaskets(lines, delimiter)) continue;
            return recognition(delimiter, columns);
        }
        return std::nullopt;
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        return std::make_unique<ListRows>(layout, std::vector{ListColumn::Line, ListColumn::Items});
    }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"items.csv"}; }

private:
    /// Confidence of a reading that has to ask whose baskets these are. It exceeds the confidence of a table without a
    /// header, which would keep only two fields of each line.
    static constexpr double kAsking = 0.5;

    /// True if at least 70 % of the fields occur repeatedly, and the first items of at least half of the lines also
    /// occur at a later position in some line.
    static bool areBaskets(const ListLines& lines, const std::string& delimiter) {
        if (delimiter == " " &&
            !std::all_of(lines.begin(), lines.end(), [](const auto& line) { return areWholeNumbers(line); }))
            return false;
        const ListFindings found = listStatistics(lines);
        const bool isShared = 2 * found.sharedFirsts >= found.lines;
        return found.areShort && isShared && 10 * found.repeated >= 7 * found.fields;
    }

    static Recognition recognition(const std::string& delimiter, const ColumnMapping& columns) {
        Recognition found{
            .confidence = 0.85,
            .why = translated("each line is a list of items, separated by {}", translated(delimiterName(delimiter))),
            .layout = {
                .delimiter = delimiter, .columns = {"basket", "item"}, .columnCount = 2, .time = {}, .rating = {}}};
        found.layout.lineColumn = 0;
        found.reasons.fill(RoleReason::Format);
        if (!columns.user.empty()) return found;
        found.confidence = kAsking;
        found.lacksUser = true;
        found.whyNoUser = translated("each line is a list of items");
        found.alternatives = {
            {ColumnMapping::parse("user=1,item=2"), TimeFormat::Auto, translated("each line is one history")},
            {ColumnMapping::parse("user=one-person,item=2,order=1"), TimeFormat::Auto,
             translated("all of one person, each line is an order")}};
        return found;
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeRaggedListsFormat() {
    return std::make_unique<RaggedListsFormat>();
}

std::unique_ptr<DatasetFormat> makeBasketLinesFormat() {
    return std::make_unique<BasketLinesFormat>();
}

}  // namespace recscope
