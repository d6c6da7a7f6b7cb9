// SPDX-License-Identifier: GPL-3.0-or-later
// Wide tables: a row for each user, and the items in many columns.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/data/column_names.h"
#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/header_row.h"
#include "core/data/missing_value.h"
#include "core/data/record_grammar.h"
#include "core/data/text_encoding.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr double kConfidence = 0.9;
constexpr std::size_t kMinRows = 3;
constexpr std::size_t kMaxScale = 21;   // distinct values of a rating scale: -5 to 5 in halves
constexpr double kLargestRating = 100;  // percent

enum class Mark { Yes, No, Other };

/// Reads "x", "yes" and the like, as people fill in such tables.
Mark markIn(std::string_view cell) {
    static constexpr std::array<std::string_view, 6> kYes = {"x", "yes", "true", "y", "t", "\xE2\x9C\x93"};
    static constexpr std::array<std::string_view, 4> kNo = {"no", "false", "n", "f"};
    const std::string word = folded(cell);
    if (std::find(kYes.begin(), kYes.end(), word) != kYes.end()) return Mark::Yes;
    return std::find(kNo.begin(), kNo.end(), word) != kNo.end() ? Mark::No : Mark::Other;
}

/// A table whose first column holds a different value in each row and whose other columns have names.
struct WideTable {
    std::vector<std::string> names;  ///< of all columns; that of the first may be empty
    Rows rows;
};

std::optional<WideTable> wideTableIn(const FileSample& sample, std::size_t minColumns) {
    if (sample.delimiter.empty() || sample.header == Header::No) return std::nullopt;
    WideTable table{{}, sampleRows(sample, sample.delimiter)};
    if (table.rows.size() < kMinRows + 1 || table.rows[0].size() < minColumns + 1) return std::nullopt;
    table.names = std::move(table.rows[0]);
    table.rows.erase(table.rows.begin());
    std::set<std::string> names, users;
    for (std::string& name : table.names) {
        name = isUtf8(name) ? trimmed(name) : windows1252ToUtf8(trimmed(name));
        const bool isFirst = &name == &table.names[0];
        if (!isFirst && (name.empty() || !names.insert(name).second)) return std::nullopt;
    }
    std::size_t longer = 0;
    for (const auto& row : table.rows) {
        longer += row.size() > table.names.size();
        if (isMissing(row[0]) || !users.emplace(trimmed(row[0])).second) return std::nullopt;
    }
    if (20 * longer > table.rows.size()) return std::nullopt;
    return table;
}

/// The number at the end of a name such as "item_12", and the words before it.
struct NumberedName {
    std::string stem;
    std::size_t number = 0;
};
std::optional<NumberedName> numberedName(const std::string& name) {
    constexpr std::size_t kMaxDigits = 6;
    const std::size_t end = name.find_last_not_of("0123456789") + 1;  // npos + 1 = 0
    if (end == name.size() || name.size() - end > kMaxDigits) return std::nullopt;
    return NumberedName{name.substr(0, end), static_cast<std::size_t>(*parseNumber(name.substr(end)))};
}

/// True for "item1", "item2", …: one word for items or positions, and consecutive numbers from 0 or 1.
bool arePositionNames(const std::vector<std::string>& names) {
    static const std::set<std::string> kWords = {"",      "pos",      "position", "step", "rank",   "place",
                                                 "click", "purchase", "view",     "buy",  "choice", "slot"};
    std::string stem;
    std::size_t first = 0;
    for (std::size_t i = 1; i < names.size(); ++i) {
        const auto name = numberedName(names[i]);
        if (!name) return false;
        if (i == 1) {
            stem = name->stem;
            first = name->number;
        }
        if (first > 1 || name->stem != stem || name->number != first + i - 1) return false;
    }
    return kWords.contains(plainName(stem)) || meaningOf(stem).item >= kKnownName;
}

/// True if the cells are ids of items: the same ids occur in several columns, and they are not ratings.
bool areItemIds(const WideTable& table) {
    std::map<std::string_view, std::set<std::size_t>> columnsOf;
    std::size_t cells = 0, numbers = 0, zeros = 0, rowsOfSeveral = 0, rowsWithoutRepeat = 0, gaps = 0;
    double largest = 0;
    for (const auto& row : table.rows) {
        std::set<std::string_view> items;
        std::size_t filled = 0;
        bool isBlankBefore = false, hasGap = false;
        for (std::size_t column = 1; column < row.size(); ++column) {
            const std::string_view cell = trimmed(row[column]);
            if (isMissing(cell)) {
                isBlankBefore = true;
                continue;
            }
            hasGap |= isBlankBefore;
            ++filled;
            items.insert(cell);
            columnsOf[cell].insert(column);
            if (markIn(cell) != Mark::Other) return false;
            const auto number = numberWithAnyPoint(cell);
            numbers += number.has_value();
            zeros += number == 0.0;
            largest = std::max(largest, number.value_or(0));
        }
        cells += filled;
        gaps += hasGap;
        rowsOfSeveral += filled >= 2;
        rowsWithoutRepeat += filled >= 2 && items.size() == filled;
    }
    const bool isShared =
        std::any_of(columnsOf.begin(), columnsOf.end(), [](const auto& columns) { return columns.second.size() > 1; });
    if (!isShared || 2 * rowsOfSeveral < table.rows.size() || 10 * gaps > table.rows.size()) return false;
    if (numbers < cells) return 10 * numbers < 9 * cells;
    // Whole numbers up to 10 may be ratings; these repeat in the row of a user, while few items do.
    constexpr double kUsualScale = 10;
    return zeros == 0 && (largest > kUsualScale || 10 * rowsWithoutRepeat >= 9 * rowsOfSeveral);
}

/// What the cells of a table hold, apart from blanks.
enum class CellMeaning { None, Flag, Rating, Count };

struct CellFindings {
    CellMeaning meaning = CellMeaning::None;
    bool isZeroAValue = false;
};

/// True if a column's name clearly refers to users, times or ratings, so that it is not the column of an item.
bool isOfAnotherKind(const std::string& name) {
    if (name.find(' ') != std::string::npos) return false;  // a title, such as "The Time Machine"
    const NameMeaning meaning = meaningOf(name);
    return std::max({meaning.user, meaning.time, meaning.rating}) >= kSureName;
}

/// True if the names can be those of items, and not a first row of values.
bool areItemNames(const std::vector<std::string>& names, double largest) {
    std::size_t numbers = 0, large = 0;
    for (std::size_t i = 1; i < names.size(); ++i) {
        if (isOfAnotherKind(names[i])) return false;
        const auto number = parseNumber(names[i]);
        numbers += number.has_value();
        large += number && *number > largest;
    }
    return 10 * numbers < names.size() - 1 || 2 * large > numbers;
}

CellFindings lookAtCells(const WideTable& table) {
    std::vector<std::set<double>> valuesOf(table.names.size());
    std::set<double> values;
    std::size_t cells = 0, blanks = 0, zeros = 0, marks = 0, others = 0, columnsWithGaps = 0;
    for (std::size_t column = 1; column < table.names.size(); ++column) {
        bool hasGap = false;
        for (const auto& row : table.rows) {
            const std::string_view cell = column < row.size() ? trimmed(row[column]) : std::string_view();
            ++cells;
            if (isMissing(cell)) {
                ++blanks;
                hasGap = true;
                continue;
            }
            const auto number = numberWithAnyPoint(cell);
            if (number) {
                zeros += *number == 0;
                hasGap |= *number == 0;
                if (*number != 0) {
                    valuesOf[column].insert(*number);
                    values.insert(*number);
                }
            } else {
                const Mark mark = markIn(cell);
                ++(mark == Mark::Other ? others : marks);
                zeros += mark == Mark::No;
                hasGap |= mark == Mark::No;
            }
        }
        columnsWithGaps += hasGap;
    }
    if (50 * others > cells || values.size() + marks == 0) return {};
    const double smallest = values.empty() ? 0 : *values.begin(), largest = values.empty() ? 0 : *values.rbegin();
    if (!areItemNames(table.names, largest)) return {};
    const std::size_t columns = table.names.size() - 1;
    const bool areFlags = values.empty() || (values.size() == 1 && largest == 1);
    const bool isPartlyFilled = zeros + blanks > 0 && 10 * columnsWithGaps >= 8 * columns;
    if (areFlags) return {isPartlyFilled ? CellMeaning::Flag : CellMeaning::None, false};
    if (marks > 0) return {};
    // If all columns are ratings on one scale, each has a good part of the values that occur in any of them. Columns of
    // attributes, such as age and income, do not.
    std::size_t valuesOfColumns = 0;
    for (const auto& each : valuesOf) valuesOfColumns += each.size();
    const bool isOneScale = 4 * valuesOfColumns >= columns * values.size();
    if (values.size() <= kMaxScale && largest <= kLargestRating && smallest >= -kLargestRating && isOneScale)
        return {CellMeaning::Rating, smallest < 0};
    // Real-valued ratings such as Jester's, from -10 to 10.
    if (smallest < 0) return {};
    const bool isSparse = 10 * (zeros + blanks) >= 3 * cells && isPartlyFilled;
    return {isSparse ? CellMeaning::Count : CellMeaning::None, false};
}

class WideRows : public RowParser {
public:
    explicit WideRows(const TableLayout& layout)
        : m_layout(layout),
          m_splitter(layout.grammar.delimiter == layout.delimiter ? layout.grammar : RecordGrammar(layout.delimiter)) {}

    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        if (!m_splitter.split(line)) return translatable("a quote is not closed");
        const auto fields = m_splitter.fields();
        if (fields.size() < 2) return translatable("too few fields");
        for (std::size_t i = 1; i < fields.size(); ++i) {
            const std::string_view cell = trimmed(fields[i]);
            if (isMissing(cell)) continue;
            if (i > m_layout.columnCount) return translatable("too many fields");
            addCell(fields[0], cell, i - 1, rows);
        }
        return nullptr;
    }

    std::vector<std::vector<std::string>> cells(std::string_view line) override {
        std::vector<RawRow> rows;
        if (parse(line, rows)) return {{std::string(line)}};
        std::vector<std::vector<std::string>> all;
        all.reserve(rows.size());
        for (const RawRow& row : rows) {
            auto& cells = all.emplace_back(std::vector{std::string(row.user), std::string(row.item)});
            if (m_layout.rating) cells.emplace_back(row.rating);
        }
        return all;
    }

protected:
    virtual void addCell(std::string_view user, std::string_view cell, std::size_t column,
                         std::vector<RawRow>& rows) const = 0;
    const TableLayout& layout() const { return m_layout; }

private:
    TableLayout m_layout;
    FieldSplitter m_splitter;
};

class CellRows : public WideRows {
public:
    using WideRows::WideRows;

protected:
    void addCell(std::string_view user, std::string_view cell, std::size_t column,
                 std::vector<RawRow>& rows) const override {
        const bool isZero =
            cell == "0" || (cell.find_first_not_of("0.,-+") == cell.npos && numberWithAnyPoint(cell) == 0.0);
        if (isZero ? !layout().isZeroAValue : markIn(cell) == Mark::No) return;
        rows.push_back({user, layout().cellItems[column], {}, layout().rating ? cell : std::string_view()});
    }
};

class PositionRows : public WideRows {
public:
    using WideRows::WideRows;

protected:
    void addCell(std::string_view user, std::string_view cell, std::size_t, std::vector<RawRow>& rows) const override {
        rows.push_back({user, cell, {}, {}});
    }
};

class WideFormat : public DatasetFormat {
public:
    std::vector<std::string> itemsFileNames(const std::string&) const override {
        return {"items.csv", "movies.csv", "products.csv", "books.csv", "titles.csv"};
    }

protected:
    static Recognition recognition(const FileSample& sample, const WideTable& table, bool hasRatings, std::string why) {
        Recognition found{.confidence = kConfidence,
                          .why = std::move(why),
                          .layout = {.delimiter = sample.delimiter,
                                     .hasHeader = true,
                                     .columns = {"user", "item"},
                                     .columnCount = table.names.size() - 1,
                                     .time = {},
                                     .rating = {}},
                          .columnChoice = ColumnChoice::Fixed};
        found.layout.cellItems.assign(table.names.begin() + 1, table.names.end());
        if (hasRatings) {
            found.layout.columns.emplace_back("rating");
            found.layout.rating = 2;
        }
        found.reasons.fill(RoleReason::Format);
        return found;
    }
};

/// A row for each user and a column for each item.
class WideCellsFormat : public WideFormat {
public:
    FormatInfo info() const override {
        return {"wide-cells", translatable("A column for each item"),
                translatable("a row for each user and a column for each item; the cells hold ratings, counts, 0 and 1 "
                             "or marks, and are blank or 0 where the user does not have the item; no times")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        constexpr std::size_t kMinItems = 5, kMinItemsOfUnknown = 8;
        const auto table = wideTableIn(sample, kMinItems);
        if (!table) return std::nullopt;
        const NameMeaning first = meaningOf(table->names[0]);
        const bool isNamedUser = first.user >= kKnownName && first.item < kSureName;
        if (first.item >= kSureName || first.time >= kSureName) return std::nullopt;
        if (!isNamedUser && table->names.size() - 1 < kMinItemsOfUnknown) return std::nullopt;
        if (arePositionNames(table->names) && areItemIds(*table)) return std::nullopt;
        const CellFindings cells = lookAtCells(*table);
        if (cells.meaning == CellMeaning::None) return std::nullopt;
        Recognition found = recognition(sample, *table, cells.meaning == CellMeaning::Rating,
                                        translated("a row for each user and a column for each of {} items: {}",
                                                   table->names.size() - 1, translated(meaningText(cells.meaning))));
        found.layout.isZeroAValue = cells.isZeroAValue;
        found.warning = translated(
            "A table with a column for each item has no times: the items of a user are in the order of the columns, "
            "which is not the order in time.");
        return found;
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        return std::make_unique<CellRows>(layout);
    }

private:
    static const char* meaningText(CellMeaning meaning) {
        if (meaning == CellMeaning::Rating) return translatable("a cell is a rating of the column's item");
        if (meaning == CellMeaning::Flag) return translatable("a cell says whether the user has the column's item");
        return translatable("a cell says how often or how much the user has the column's item, which is no rating");
    }
};

/// A row for each user and a column for each position: item1, item2, item3.
class WidePositionsFormat : public WideFormat {
public:
    FormatInfo info() const override {
        return {"wide-positions", translatable("A column for each position"),
                translatable("a row for each user, the items in numbered columns (item1, item2, …) in their order, "
                             "blank at the end; no times")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        constexpr std::size_t kMinPositions = 3;
        const auto table = wideTableIn(sample, kMinPositions);
        if (!table || !arePositionNames(table->names) || !areItemIds(*table)) return std::nullopt;
        if (isOfAnotherKind(table->names[0]) && meaningOf(table->names[0]).user < kSureName) return std::nullopt;
        return recognition(sample, *table, /*hasRatings=*/false,
                           translated("a row for each user: a cell is an item, and the columns \"{}\" to \"{}\" are in "
                                      "the order in time",
                                      table->names[1], table->names.back()));
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        return std::make_unique<PositionRows>(layout);
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeWideCellsFormat() {
    return std::make_unique<WideCellsFormat>();
}

std::unique_ptr<DatasetFormat> makeWidePositionsFormat() {
    return std::make_unique<WidePositionsFormat>();
}

}  // namespace recscope
