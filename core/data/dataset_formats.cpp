// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/data/column_roles.h"
#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/delimited_rows.h"
#include "core/data/item_list_rows.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

const std::vector<std::unique_ptr<DatasetFormat>>& allFormats() {
    static const auto formats = [] {
        std::vector<std::unique_ptr<DatasetFormat>> all;
        all.push_back(makeMovieLens100kFormat());
        all.push_back(makeMovieLensDatFormat());
        all.push_back(makeMovieLensCsvFormat());
        all.push_back(makeAmazonCsvFormat());
        all.push_back(makeAmazonReviewsFormat());
        all.push_back(makeAmazonReviews2023Format());
        all.push_back(makeSteamReviewsFormat());
        all.push_back(makeSteamUserReviewsFormat());
        all.push_back(makeRecBoleFormat());
        all.push_back(makeSasrecTextFormat());
        all.push_back(makeSequenceLinesFormat());
        all.push_back(makeRaggedListsFormat());
        all.push_back(makeBasketLinesFormat());
        all.push_back(makeAnswerLinesFormat());
        all.push_back(makeNetflixFormat());
        all.push_back(makeMindFormat());
        all.push_back(makeNestedListsFormat());
        all.push_back(makeNestedPythonListsFormat());
        all.push_back(makeJsonLinesFormat());
        all.push_back(makePythonLinesFormat());
        all.push_back(makeWideCellsFormat());
        all.push_back(makeWidePositionsFormat());
        all.push_back(makeDelimitedFormat());
        return all;
    }();
    return formats;
}

const DatasetFormat& formatNamed(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& format : allFormats()) {
        if (format->info().name == name) return *format;
        names.push_back(format->info().name);
    }
    throw Error(ErrorKind::Usage, translated("There is no format named \"{}\".", name),
                translated("Formats: {}.", listed(names, /*limit=*/names.size())));
}

std::vector<FormatInfo> datasetFormats() {
    std::vector<FormatInfo> infos;
    for (const auto& format : allFormats()) infos.push_back(format->info());
    return infos;
}

std::unique_ptr<RowParser> DatasetFormat::makeParser(const TableLayout& layout) const {
    if (layout.itemLists.empty()) return makeLineParser(layout);
    return std::make_unique<ItemListRows>(layout, makeLineParser(ItemListRows::innerLayout(layout)));
}

std::unique_ptr<RowParser> DatasetFormat::makeLineParser(const TableLayout& layout) const {
    return std::make_unique<DelimitedRows>(layout);
}

std::vector<std::vector<std::string>> RowParser::cells(std::string_view line) {
    std::vector<RawRow> rows;
    if (parse(line, rows)) return {{std::string(line)}};
    std::vector<std::vector<std::string>> all;
    all.reserve(rows.size());
    for (const RawRow& row : rows) {
        all.push_back({std::string(row.user), std::string(row.item), std::string(row.time), std::string(row.rating)});
    }
    return all;
}

FieldSplitter FileSample::splitter(const std::string& chosen) const {
    return chosen == grammar.delimiter ? FieldSplitter(grammar) : FieldSplitter(chosen);
}

std::size_t TableLayout::columnsNeeded() const {
    std::size_t last = std::max({isOnePerson ? item : user, item, time.value_or(0), rating.value_or(0)});
    for (const std::size_t column : furtherTimeColumns) last = std::max(last, column);
    return last + 1;
}

std::size_t TableLayout::columnsRead() const {
    std::size_t last = columnsNeeded() - 1;
    for (const auto& column : {order, kind, title, category}) last = std::max(last, column.value_or(0));
    for (const std::size_t column : attributes) last = std::max(last, column);
    return last + 1;
}

void TableLayout::addLineColumn() {
    lineColumn = columnCount++;
    if (!columns.empty()) columns.emplace_back("line");
}

void TableLayout::setRoles(const ColumnRoles& roles) {
    isOnePerson = roles.isOnePerson;
    user = roles.user.value_or(*roles.item);
    item = *roles.item;
    rating = roles.rating;
    setTime(roles.time);
    order = roles.order;
    kind = roles.kind;
    title = roles.title;
    category = roles.category;
    attributes = roles.attributes;
}

void TableLayout::setTime(const std::vector<std::size_t>& timeColumns) {
    time.reset();
    furtherTimeColumns.clear();
    if (timeColumns.empty()) return;
    time = timeColumns.front();
    furtherTimeColumns.assign(timeColumns.begin() + 1, timeColumns.end());
}

std::vector<std::size_t> TableLayout::timeColumns() const {
    std::vector<std::size_t> columns;
    if (!time) return columns;
    columns.push_back(*time);
    columns.insert(columns.end(), furtherTimeColumns.begin(), furtherTimeColumns.end());
    return columns;
}

ColumnMapping TableLayout::asMapping() const {
    const auto number = [](const std::optional<std::size_t>& column) {
        return column ? std::to_string(*column + 1) : std::string();
    };
    ColumnMapping mapping{.user = isOnePerson ? std::string(kOnePerson) : number(user),
                          .item = number(item),
                          .time = number(time),
                          .rating = number(rating),
                          .order = number(order),
                          .kind = number(kind),
                          .title = number(title),
                          .category = number(category)};
    for (const std::size_t column : furtherTimeColumns) mapping.time += "+" + number(column);
    for (const std::size_t column : attributes)
        mapping.attributes += (mapping.attributes.empty() ? "" : "+") + number(column);
    return mapping;
}

bool mostLinesPass(const FileSample& sample, const std::string& delimiter,
                   const std::function<bool(std::span<const std::string_view>)>& test) {
    constexpr double kMinShare = 0.5;
    FieldSplitter splitter = sample.splitter(delimiter);
    std::size_t counted = 0, passed = 0;
    for (const std::string_view line : sample.lines) {
        if (trimmed(line).empty()) continue;
        ++counted;
        passed += splitter.split(line) && test(splitter.fields());
    }
    return counted > 0 && static_cast<double>(passed) >= kMinShare * static_cast<double>(counted);
}

}  // namespace recscope
