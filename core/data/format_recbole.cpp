// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/data/column_names.h"
#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/header_row.h"
#include "core/data/table_recognition.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool isTyped(std::string_view field) {
    const std::string_view type = field.substr(field.rfind(':') + 1);
    return type.size() < field.size() &&
           (type == "token" || type == "float" || type == "token_seq" || type == "float_seq");
}

/// RecBole's atomic files: separated by tabs, with a header of "name:type".
class RecBoleFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"recbole", translatable("RecBole atomic file (.inter)"),
                translatable(
                    "tab-separated with a header of name:type, such as user_id:token; titles from the .item file")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        FieldSplitter splitter = sample.splitter("\t");
        if (!splitter.split(sample.lines[0])) return std::nullopt;
        TableLayout layout{
            .delimiter = "\t", .hasHeader = true, .columns = {}, .columnCount = 0, .time = {}, .rating = {}};
        for (const std::string_view field : splitter.fields()) {
            if (!isTyped(field)) return std::nullopt;
            layout.columns.emplace_back(field);
        }
        layout.columnCount = layout.columns.size();
        SampleTable table{layout.columns, sampleRows(sample, layout.delimiter)};
        if (!table.rows.empty()) table.rows.erase(table.rows.begin());
        auto reading = readTable(table, columns, sample, layout);
        if (!reading || reading->lacksUser) return std::nullopt;
        return Recognition{.confidence = 1.0,
                           .why = translated("a header of name:type; {}", columnsText(layout)),
                           .layout = layout,
                           .alternatives = std::move(reading->alternatives),
                           .reasons = reading->reasons,
                           .noTime = std::move(reading->noTime)};
    }

    std::vector<std::string> itemsFileNames(const std::string& fileName) const override {
        return {fileName.substr(0, fileName.rfind('.')) + ".item"};
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeRecBoleFormat() {
    return std::make_unique<RecBoleFormat>();
}

}  // namespace recscope
