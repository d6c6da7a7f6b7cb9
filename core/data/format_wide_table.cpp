// SPDX-License-Identifier: GPL-3.0-or-later
// Wide tables: a row for each user and the items in many columns, or the other way round.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

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

/// A table whose columns have names. If `hasIds`, the first column holds the ids of the rows, a different one in each
/// row; otherwise, it is a column of cells like the others.
struct WideTable {
    std::vector<std::string> names;  ///< of all columns; that of the ids may be empty
    Rows rows;
    bool hasIds = true;
    std::vector<bool> isOther = {};  ///< for each column: it describes the row and is no column of cells

    std::size_t firstCell() const { return hasIds ? 1 : 0; }
    std::size_t cellColumns() const {
        return names.size() - firstCell() - static_cast<std::size_t>(std::count(isOther.begin(), isOther.end(), true));
    }
    bool isCell(std::size_t column) const { return column >= firstCell() && !isOther[column]; }
    std::string_view cell(std::size_t row, std::size_t column) const {
        return column < rows[row].size() ? trimmed(rows[row][column]) : std::string_view();
    }
};

/// Unset if the sample has another form. `minColumns`: the least number of columns besides that of the ids.
std::optional<WideTable> wideTableIn(const FileSample& sample, std::size_t minColumns, bool hasIds = true) {
    if (sample.delimiter.empty() || sample.header == Header::No) return std::nullopt;
    WideTable table{{}, sampleRows(sample, sample.delimiter)};
    table.hasIds = hasIds;
    if (table.rows.size() < kMinRows + 1 || table.rows[0].size() < minColumns + table.firstCell()) return std::nullopt;
    table.names = std::move(table.rows[0]);
    table.rows.erase(table.rows.begin());
    table.isOther.assign(table.names.size(), false);
    std::set<std::string> names, ids;
    for (std::string& name : table.names) {
        name = isUtf8(name) ? trimmed(name) : windows1252ToUtf8(trimmed(name));
        const bool isOfIds = hasIds && &name == &table.names[0];
        if (!isOfIds && (name.empty() || !names.insert(name).second)) return std::nullopt;
    }
    std::size_t longer = 0;
    for (const auto& row : table.rows) {
        longer += row.size() > table.names.size();
        if (hasIds && (isMissing(row[0]) || !ids.emplace(trimmed(row[0])).second)) return std::nullopt;
    }
    if (20 * longer > table.rows.size()) return std::nullopt;
    return table;
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
enum class CellMeaning { None, Flag, Answer, Rating, Count, Word };

struct CellFindings {
    CellMeaning meaning = CellMeaning::None;
    bool isZeroARating = false;
};

/// How many cells of a column are blank, and how many hold words other than marks such as "yes".
struct ColumnCells {
    std::size_t blanks = 0, words = 0;
};

/// Marks the columns at both ends of the table that describe the row, such as the year of a film: a column of texts
/// beside columns of numbers, or a column without blanks beside columns that are mostly blank. Pre: no column is marked
/// yet.
void markOtherColumns(WideTable& table) {
    constexpr std::size_t kMinRowsOfOther = 50;
    std::vector<ColumnCells> cells(table.names.size());
    std::size_t ofTexts = 0, ofBlanks = 0;
    for (std::size_t column = table.firstCell(); column < table.names.size(); ++column) {
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const std::string_view cell = table.cell(row, column);
            cells[column].blanks += isMissing(cell);
            cells[column].words += !isMissing(cell) && !numberWithAnyPoint(cell) && markIn(cell) == Mark::Other;
        }
        ofTexts += 10 * cells[column].words >= 9 * (table.rows.size() - cells[column].blanks);
        ofBlanks += 2 * cells[column].blanks >= table.rows.size();
    }
    const std::size_t columns = table.names.size() - table.firstCell();
    const bool areNumbers = 4 * ofTexts <= columns;
    const bool areSparse = 4 * ofBlanks >= 3 * columns && table.rows.size() >= kMinRowsOfOther;
    const auto isOther = [&](std::size_t column) {
        const ColumnCells& own = cells[column];
        const bool isText = own.words > 0 && 10 * own.words >= 9 * (table.rows.size() - own.blanks);
        return (areNumbers && isText) || (areSparse && own.blanks == 0);
    };
    const auto mark = [&](std::size_t column) { return table.isOther[column] = isOther(column); };
    for (std::size_t column = table.firstCell(); column < table.names.size() && mark(column); ++column) {
    }
    for (std::size_t column = table.names.size(); column > table.firstCell() && mark(column - 1); --column) {
    }
}

/// True if a column's name clearly refers to users, times or ratings, so that it is not the column of an item.
bool isOfAnotherKind(const std::string& name) {
    if (name.find(' ') != std::string::npos) return false;  // a title, such as "The Time Machine"
    const NameMeaning meaning = meaningOf(name);
    return std::max({meaning.user, meaning.time, meaning.rating}) >= kSureName;
}

/// True if the names can be those of items, and not a first row of values. Most numbers among the names must be greater
/// than `largest`, the largest number in a cell.
bool areItemNames(const WideTable& table, double largest) {
    std::size_t numbers = 0, large = 0;
    for (std::size_t i = 0; i < table.names.size(); ++i) {
        if (!table.isCell(i)) continue;
        if (isOfAnotherKind(table.names[i])) return false;
        const auto number = parseNumber(table.names[i]);
        numbers += number.has_value();
        large += number && *number > largest;
    }
    return 10 * numbers < table.cellColumns() || 2 * large > numbers;
}

/// True if all cells hold a few words that occur in all columns, such as "for", "against" and "absent".
bool areWords(const WideTable& table) {
    constexpr std::size_t kMostWords = 8, kLongest = 30;
    std::set<std::string_view> words;
    std::size_t wordsOfColumns = 0;
    for (std::size_t column = table.firstCell(); column < table.names.size(); ++column) {
        if (!table.isCell(column)) continue;
        std::set<std::string_view> own;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const std::string_view cell = table.cell(row, column);
            if (isMissing(cell)) continue;
            if (numberWithAnyPoint(cell) || cell.size() > kLongest) return false;
            own.insert(cell);
        }
        words.insert(own.begin(), own.end());
        if (words.size() > kMostWords) return false;
        wordsOfColumns += own.size();
    }
    return words.size() >= 2 && table.rows.size() > words.size() &&
           5 * wordsOfColumns >= 2 * table.cellColumns() * words.size();
}

CellFindings lookAtCells(const WideTable& table) {
    std::vector<std::set<double>> valuesOf(table.names.size());
    std::set<double> values;
    std::size_t cells = 0, blanks = 0, zeros = 0, marks = 0, others = 0, columnsWithGaps = 0;
    for (std::size_t column = table.firstCell(); column < table.names.size(); ++column) {
        if (!table.isCell(column)) continue;
        bool hasGap = false;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const std::string_view cell = table.cell(row, column);
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
    if (2 * others > cells && areItemNames(table, 0) && areWords(table)) return {CellMeaning::Word, false};
    if (50 * others > cells || values.size() + marks == 0) return {};
    const double smallest = values.empty() ? 0 : *values.begin(), largest = values.empty() ? 0 : *values.rbegin();
    if (!areItemNames(table, largest)) return {};
    const std::size_t columns = table.cellColumns();
    const bool areFlags = values.empty() || (values.size() == 1 && largest == 1);
    const bool isPartlyFilled = zeros + blanks > 0 && 10 * columnsWithGaps >= 8 * columns;
    // Beside blanks, a 0 is an answer, such as a vote against.
    if (areFlags && marks == 0 && 20 * zeros >= cells && 20 * blanks >= cells) return {CellMeaning::Answer, true};
    if (areFlags) return {isPartlyFilled ? CellMeaning::Flag : CellMeaning::None, false};
    if (marks > 0) return {};
    // If all columns are ratings on one scale, each has a good part of the values that occur in any of them. Columns of
    // attributes, such as age and income, do not.
    std::size_t valuesOfColumns = 0;
    for (const auto& each : valuesOf) valuesOfColumns += each.size();
    const bool isOneScale = 4 * valuesOfColumns >= columns * values.size();
    if (values.size() <= kMaxScale && largest <= kLargestRating && smallest >= -kLargestRating && isOneScale)
        return {CellMeaning::Rating, smallest < 0};
    // Counts are not negative. Real-valued ratings such as Jester's, from -10 to 10, are not recognised.
    if (smallest < 0) return {};
    const bool isSparse = 10 * (zeros + blanks) >= 3 * cells && isPartlyFilled;
    return {isSparse ? CellMeaning::Count : CellMeaning::None, false};
}

// The columns that the user of the program sees: for each cell, the id of its row, the name of its column, its content.
constexpr std::size_t kRow = 0, kColumn = 1, kCell = 2;
using Fields = std::array<std::string_view, 3>;

class WideRows : public RowParser {
public:
    explicit WideRows(const TableLayout& layout)
        : m_layout(layout),
          m_splitter(layout.grammar.delimiter == layout.delimiter ? layout.grammar : RecordGrammar(layout.delimiter)) {}

    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        m_kept.clear();
        if (!m_splitter.split(line)) return translatable("a quote is not closed");
        const auto fields = m_splitter.fields();
        const std::size_t first = m_layout.hasNumberedRows ? 0 : 1;
        if (fields.size() < first + 1) return translatable("too few fields");
        if (m_layout.hasNumberedRows) m_number = std::to_string(++m_row);
        const std::string_view id = m_layout.hasNumberedRows ? std::string_view(m_number) : fields[0];
        for (std::size_t i = first; i < fields.size(); ++i) {
            const std::string_view cell = trimmed(fields[i]);
            if (isMissing(cell)) continue;
            if (i - first >= m_layout.cellColumns.size()) return translatable("too many fields");
            const std::string& column = m_layout.cellColumns[i - first];
            if (column.empty() || !isInteraction(cell)) continue;
            rows.push_back(interaction(m_kept.emplace_back(Fields{id, column, cell})));
        }
        return nullptr;
    }

protected:
    virtual bool isInteraction(std::string_view cell) const = 0;
    virtual RawRow interaction(const Fields& fields) const = 0;
    const TableLayout& layout() const { return m_layout; }
    std::span<const Fields> kept() const { return m_kept; }  ///< one for each row of the line parsed last

private:
    TableLayout m_layout;
    FieldSplitter m_splitter;
    std::vector<Fields> m_kept;
    std::int64_t m_row = 0;
    std::string m_number;  // m_row as text
};

class CellRows : public WideRows {
public:
    using WideRows::WideRows;

    bool hasSeveralRows() const override { return true; }

    std::vector<std::vector<std::string>> cells(std::string_view line) override {
        std::vector<RawRow> rows;
        if (parse(line, rows)) return {{std::string(line)}};
        std::vector<std::vector<std::string>> all;
        for (const Fields& fields : kept())
            all.emplace_back(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(layout().columns.size()));
        return all;
    }

protected:
    bool isInteraction(std::string_view cell) const override {
        const bool isZero =
            cell == "0" || (cell.find_first_not_of("0.,-+") == cell.npos && numberWithAnyPoint(cell) == 0.0);
        return isZero ? layout().isZeroARating : layout().areWords || markIn(cell) != Mark::No;
    }
    RawRow interaction(const Fields& fields) const override {
        const auto field = [&](const std::optional<std::size_t>& role) {
            return role ? fields.at(*role) : std::string_view();
        };
        return {.user = layout().isOnePerson ? std::string_view(kOnlyUser) : fields.at(layout().user),
                .item = fields.at(layout().item),
                .time = field(layout().time),
                .rating = field(layout().rating),
                .order = field(layout().order),
                .kind = field(layout().kind),
                .title = field(layout().title),
                .category = field(layout().category)};
    }
};

class PositionRows : public WideRows {
public:
    using WideRows::WideRows;

    std::vector<std::vector<std::string>> cells(std::string_view line) override {
        std::vector<RawRow> rows;
        if (parse(line, rows)) return {{std::string(line)}};
        std::vector<std::vector<std::string>> all;
        for (const RawRow& row : rows) all.push_back({std::string(row.user), std::string(row.item)});
        return all;
    }

protected:
    bool isInteraction(std::string_view) const override { return true; }
    RawRow interaction(const Fields& fields) const override {
        return {.user = fields[kRow], .item = fields[kCell], .time = {}, .rating = {}};
    }
};

class WideFormat : public DatasetFormat {
public:
    std::vector<std::string> itemsFileNames(const std::string&) const override {
        return {"items.csv", "movies.csv", "products.csv", "books.csv", "titles.csv"};
    }

protected:
    static Recognition recognition(const FileSample& sample, const WideTable& table, std::string why) {
        Recognition found{.confidence = kConfidence,
                          .why = std::move(why),
                          .layout = {.delimiter = sample.delimiter,
                                     .hasHeader = true,
                                     .columns = {"user", "item"},
                                     .columnCount = 2,
                                     .time = {},
                                     .rating = {}},
                          .columnChoice = ColumnChoice::Fixed};
        for (std::size_t column = table.firstCell(); column < table.names.size(); ++column)
            found.layout.cellColumns.push_back(table.isCell(column) ? table.names[column] : std::string());
        found.layout.hasNumberedRows = !table.hasIds;
        found.reasons.fill(RoleReason::Format);
        return found;
    }
};

/// A row for each user and a column for each item, or a row for each item and a column for each user.
class WideCellsFormat : public WideFormat {
public:
    FormatInfo info() const override {
        return {"wide-cells", translatable("A column for each item"),
                translatable("a row for each user and a column for each item, or the other way round; the cells hold "
                             "ratings, counts, 0 and 1, marks or words, and are blank or 0 where the user does not "
                             "have the item; no times")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        if (auto found = withIds(sample)) return found;
        // A table without ids may as well hold the properties of things, so it is read only if nothing else fits.
        auto found = withoutIds(sample);
        if (found && !columns.user.empty()) {
            found->confidence = kConfidence;
            found->lacksUser = false;
            found->alternatives.clear();
        }
        return found;
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        return std::make_unique<CellRows>(layout);
    }

private:
    static constexpr std::size_t kMinItems = 5, kMinItemsOfUnknown = 8;

    static std::optional<Recognition> withIds(const FileSample& sample) {
        auto table = wideTableIn(sample, kMinItems);
        if (!table) return std::nullopt;
        const std::string& ids = table->names[0];
        const NameMeaning first = meaningOf(ids);
        const bool isNamedUser = first.user >= kKnownName && first.item < kSureName;
        const bool isNamedItem = first.item >= kSureName;
        if (first.time >= kSureName) return std::nullopt;
        if (!isNamedUser && table->names.size() - 1 < kMinItemsOfUnknown) return std::nullopt;
        if (arePositionNames(table->names) && areItemIds(*table)) return std::nullopt;
        markOtherColumns(*table);
        if (table->cellColumns() < kMinItems) return std::nullopt;
        const CellFindings cells = lookAtCells(*table);
        // If the rows are items, columns of flags and counts are more often properties of the items than users.
        const bool isProperty = cells.meaning == CellMeaning::Flag || cells.meaning == CellMeaning::Count;
        if (cells.meaning == CellMeaning::None || (isNamedItem && isProperty)) return std::nullopt;
        Recognition found = recognition(sample, *table,
                                        translated("a row for each user and a column for each of {} items: {}",
                                                   table->cellColumns(), translated(meaningText(cells.meaning))));
        setColumns(*table, cells, found);
        const bool isVote = cells.meaning == CellMeaning::Answer || cells.meaning == CellMeaning::Word;
        const bool isIndex = ids.empty() || ids.starts_with("Unnamed:") || plainName(ids) == "index";
        if (!isNamedUser && (isVote || !isIndex)) askWhichIsTheUser(found, isNamedItem);
        return found;
    }

    /// A table of baskets: each row has no id, only 0 and 1 for each item.
    static std::optional<Recognition> withoutIds(const FileSample& sample) {
        constexpr std::size_t kMinItemsOfBasket = 4;
        const auto table = wideTableIn(sample, kMinItemsOfBasket, /*hasIds=*/false);
        if (!table) return std::nullopt;
        const CellFindings cells = lookAtCells(*table);
        if (cells.meaning != CellMeaning::Flag) return std::nullopt;
        Recognition found = recognition(sample, *table,
                                        translated("a row for each basket and a column for each of {} items: {}",
                                                   table->cellColumns(), translated(meaningText(cells.meaning))));
        setColumns(*table, cells, found);
        found.confidence = 0;
        found.lacksUser = true;
        found.whyNoUser = translated("no column holds ids, and each column holds 0 and 1 only");
        found.alternatives = {{.columns = found.layout.asMapping(),
                               .sentence = translated("each row is a basket: a history of its own")}};
        return found;
    }

    static void setColumns(const WideTable& table, const CellFindings& cells, Recognition& found) {
        TableLayout& layout = found.layout;
        found.columnChoice = ColumnChoice::Possible;
        layout.columns = {"row", "column"};
        layout.user = kRow;
        layout.item = kColumn;
        layout.isZeroARating = cells.isZeroARating;
        layout.areWords = cells.meaning == CellMeaning::Word;
        if (cells.meaning != CellMeaning::Flag && cells.meaning != CellMeaning::Count) {
            layout.columns.emplace_back("cell");
            (layout.areWords ? layout.kind : layout.rating) = kCell;
        }
        layout.columnCount = layout.columns.size();
        found.warning = translated(
            "A table with users on one side and items on the other has no times: the items of a user are in the order "
            "of the table, which is not the order in time.");
        std::vector<std::string> others;
        for (std::size_t column = table.firstCell(); column < table.names.size(); ++column)
            if (table.isOther[column]) others.push_back(fmt::format("\"{}\"", table.names[column]));
        if (others.empty()) return;
        found.warning += " " + translated("These columns describe the rows and are not read: {}.", listed(others));
    }

    /// Offers both ways of reading the table, the more likely one first.
    static void askWhichIsTheUser(Recognition& found, bool isNamedItem) {
        ColumnMapping mapping = found.layout.asMapping();
        found.alternatives.push_back(
            {mapping, TimeFormat::Auto, translated("each row is a user and each column an item")});
        std::swap(mapping.user, mapping.item);
        found.alternatives.push_back(
            {mapping, TimeFormat::Auto, translated("each column is a user and each row an item")});
        if (isNamedItem) std::swap(found.alternatives[0], found.alternatives[1]);
    }

    static const char* meaningText(CellMeaning meaning) {
        if (meaning == CellMeaning::Rating) return translatable("a cell is a rating of the column's item");
        if (meaning == CellMeaning::Answer)
            return translatable("a cell is an answer, 1 or 0, and blank where there is none");
        if (meaning == CellMeaning::Word)
            return translatable("a cell is one of a few words, used as the kind of event");
        if (meaning == CellMeaning::Flag) return translatable("a cell says whether the user has the column's item");
        return translatable("a cell says how often or how much the user has the column's item, which is not a rating");
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
        return recognition(sample, *table,
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
