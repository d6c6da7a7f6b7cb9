// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "core/adopt/list_columns.h"
#include "core/adopt/list_readers.h"
#include "core/parquet/parquet_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<std::string> namesOf(const std::vector<ParquetColumn>& columns) {
    std::vector<std::string> names;
    for (const ParquetColumn& column : columns) names.push_back(column.name);
    return names;
}

/// Throws Error(Input) if the column exists and its content is not `content`.
void requireContent(ParquetContent content, const std::vector<ParquetColumn>& columns, int column,
                    const std::filesystem::path& path) {
    if (column < 0 || columns[static_cast<std::size_t>(column)].content == content) return;
    const ParquetColumn& wrong = columns[static_cast<std::size_t>(column)];
    throw Error(ErrorKind::Input,
                translated("The column \"{}\" of {} cannot be read here: its type is {}.", wrong.name,
                           path.filename().string(), wrong.type),
                translated("A column has one string or number per row; where the items are a list per row, their ranks "
                           "or scores are lists, too. To name other columns: --columns user=…,item=…,score=…"));
}

/// The columns recognised by name or chosen by the caller. Does not check whether their types fit.
ListColumnNumbers foundColumns(const std::vector<ParquetColumn>& all, const ListColumns& chosen,
                               const std::filesystem::path& path) {
    const std::vector<std::string> names = namesOf(all);
    const auto isValue = [&](int column) {
        return all[static_cast<std::size_t>(column)].content == ParquetContent::Value;
    };
    ListColumnNumbers columns = namedColumns(names);
    chooseListColumns(columns, chosen, names, path);
    if (columns.item < 0) return columns;
    columns.isListInOneCell = columns.itemsAreLists && isValue(columns.item);  // a text such as "[12, 7, 3]"
    columns.itemsAreLists = columns.itemsAreLists || !isValue(columns.item);
    // A column with one number for a whole list cannot order the list, so it is ignored unless the caller chose it.
    if (columns.itemsAreLists && chosen.rank.empty() && columns.rank >= 0 && isValue(columns.rank)) columns.rank = -1;
    if (columns.itemsAreLists && chosen.score.empty() && columns.score >= 0 && isValue(columns.score))
        columns.score = -1;
    return columns;
}

/// The values of consecutive rows by field; null for a field without a column.
struct Fields {
    const ParquetValues *user, *item, *rank, *score, *system;
};

std::string_view textAt(const ParquetValues* values, std::size_t at) {
    return values ? trimmed(values->texts[at]) : std::string_view();
}

std::optional<double> numberAt(const ParquetValues* values, std::size_t at) {
    return values ? values->numbers[at] : std::nullopt;
}

std::size_t beginOf(const ParquetValues& lists, std::size_t row) {
    return row == 0 ? 0 : lists.ends[row - 1];
}

/// Whether the row has as many ranks or scores (`numbers`) as items; true if the file has no such column.
bool isAsLong(const ParquetValues* numbers, const ParquetValues& items, std::size_t row) {
    return !numbers || numbers->ends[row] - beginOf(*numbers, row) == items.ends[row] - beginOf(items, row);
}

void takeList(ListedRow listed, const Fields& fields, std::size_t row, ListSink& sink) {
    const ParquetValues& items = *fields.item;
    if (!isAsLong(fields.rank, items, row) || !isAsLong(fields.score, items, row)) return sink.addDamaged();
    const std::size_t begin = beginOf(items, row), count = items.ends[row] - begin;
    for (std::size_t i = 0; i < count; ++i) {
        listed.item = textAt(&items, begin + i);
        if (listed.item.empty()) continue;
        listed.rank = fields.rank ? numberAt(fields.rank, beginOf(*fields.rank, row) + i)
                                  : std::optional(static_cast<double>(i + 1));
        listed.score = fields.score ? numberAt(fields.score, beginOf(*fields.score, row) + i) : std::nullopt;
        sink.add(listed);
    }
}

void takeRow(const ListColumnNumbers& columns, const Fields& fields, std::size_t row, ListSink& sink) {
    ListedRow listed{};
    listed.system = textAt(fields.system, row);
    listed.user = textAt(fields.user, row);
    if (listed.user.empty()) return sink.addDamaged();
    if (columns.itemsAreLists && !columns.isListInOneCell) return takeList(listed, fields, row, sink);
    if (columns.isListInOneCell) {
        double rank = 0;
        for (const std::string_view item : itemsIn(textAt(fields.item, row))) {
            listed.item = item;
            listed.rank = ++rank;
            sink.add(listed);
        }
        return;
    }
    listed.item = textAt(fields.item, row);
    if (listed.item.empty()) return sink.addDamaged();
    listed.rank = numberAt(fields.rank, row);
    listed.score = numberAt(fields.score, row);
    sink.add(listed);
}

}  // namespace

void readParquetLists(const std::filesystem::path& path, const ListColumns& chosen, ListSink& sink) {
    const std::unique_ptr<ParquetReader> reader = openParquet(path);
    const std::vector<ParquetColumn>& all = reader->columns();
    const ListColumnNumbers columns = foundColumns(all, chosen, path);
    requireLists(columns, namesOf(all), path);
    const bool areLists = columns.itemsAreLists && !columns.isListInOneCell;
    for (const int column : {columns.user, columns.system}) requireContent(ParquetContent::Value, all, column, path);
    for (const int column : {columns.item, columns.rank, columns.score})
        requireContent(areLists ? ParquetContent::List : ParquetContent::Value, all, column, path);
    std::vector<ParquetChoice> choices;
    for (const int column : {columns.user, columns.item, columns.system})
        if (column >= 0) choices.push_back({.column = column, .as = ParquetAs::Text});
    for (const int column : {columns.rank, columns.score})
        if (column >= 0) choices.push_back({.column = column, .as = ParquetAs::Number});
    sink.setLayout(layoutText(columns, namesOf(all)));
    reader->read(choices, [&](const ParquetRows& rows) {
        std::size_t next = 0;  // index in `rows.columns`, which are in the order of the choices
        const auto valuesOf = [&](int column) { return column >= 0 ? &rows.columns[next++] : nullptr; };
        Fields fields{};
        fields.user = valuesOf(columns.user);
        fields.item = valuesOf(columns.item);
        fields.system = valuesOf(columns.system);
        fields.rank = valuesOf(columns.rank);
        fields.score = valuesOf(columns.score);
        for (std::size_t row = 0; row < rows.count; ++row) takeRow(columns, fields, row, sink);
    });
}

bool looksLikeParquetLists(const std::filesystem::path& path) {
    const std::unique_ptr<ParquetReader> reader = openParquet(path);
    return areColumnsOfLists(foundColumns(reader->columns(), {}, path), namesOf(reader->columns()));
}

}  // namespace recscope
