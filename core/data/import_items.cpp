// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_items.h"

#include <algorithm>
#include <utility>

#include "core/data/tables_beside.h"
#include "core/data/user_attributes.h"
#include "core/util/error.h"

namespace recscope {

namespace {

/// From larger files, only the titles are read: for the attributes, the file would have to be read three times in all.
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 28;  // 256 MiB

const std::string* textOf(const std::optional<AttributeColumn>& column, std::size_t item) {
    if (!column || item >= column->values.size() || column->values[item] < 0) return nullptr;
    return &column->texts.ids()[static_cast<std::size_t>(column->values[item])];
}

/// The attributes in the titles file; none if it has only titles.
AttributesFile readTitlesFile(const ImportSource& source, const ItemTitles& titles, std::span<const ItemInfo> items,
                              const ProgressSink& progress, const std::stop_token& stop) {
    if (!source.itemsPart) return {};
    const bool mayHaveMore = titles.isUsed ? !titles.usedColumns.empty() : titles.matched > 0;
    if (!mayHaveMore || isLargerThan(*source.itemsPart, kMaxBytes)) return {};
    std::vector<std::string> ids;
    ids.reserve(items.size());
    for (const ItemInfo& item : items) ids.push_back(item.id);
    try {
        return readAttributesFile(*source.itemsPart, source.described(Subject::Items, ids), titles.usedColumns,
                                  progress, stop);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        return {};  // the titles have been read, and a file need not hold more than titles
    }
}

}  // namespace

void addTitlesOfRows(const ItemColumns& columns, std::vector<ItemInfo>& items, ImportReport& report) {
    if (columns.title) report.titlesColumn = columns.title->name;
    if (columns.category) report.categoryColumn = columns.category->name;
    if (report.genresColumn.empty()) report.genresColumn = report.categoryColumn;
    for (std::size_t item = 0; item < items.size(); ++item) {
        ItemInfo& info = items[item];
        const bool hasTitle = !info.title.empty() && info.title != info.id;
        if (const std::string* title = textOf(columns.title, item); title && !hasTitle && *title != info.id) {
            info.title = *title;
            report.itemsWithoutTitle -= 1;
        }
        if (const std::string* category = textOf(columns.category, item); category && info.genres.empty())
            info.genres = *category;
    }
}

std::vector<UserAttribute> importItemAttributes(const ImportSource& source, const ItemTitles& titles,
                                                ItemColumns columns, std::span<const ItemInfo> items,
                                                ImportReport& report, const ProgressSink& progress,
                                                const std::stop_token& stop) {
    AttributesFile file = readTitlesFile(source, titles, items, progress, stop);
    for (AttributeColumn& column : columns.attributes) column.values.resize(items.size(), UserAttribute::kUnknown);
    AttributesFound inRows = attributesOf(std::move(columns.attributes), items.size());
    std::vector<UserAttribute> attributes = withOthers(std::move(file.attributes), std::move(inRows.attributes));
    for (const UserAttribute& attribute : attributes) report.itemAttributes.push_back(attribute.name);
    report.itemColumnsLeftOut = std::move(file.leftOut);
    report.itemColumnsLeftOut.insert(report.itemColumnsLeftOut.end(), inRows.leftOut.begin(), inRows.leftOut.end());
    return attributes;
}

}  // namespace recscope
