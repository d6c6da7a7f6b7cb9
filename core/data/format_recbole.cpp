// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/data/column_names.h"
#include "core/data/dataset_format.h"
#include "core/data/delimited.h"

namespace recscope {

namespace {

bool isTyped(std::string_view field) {
    const std::string_view type = field.substr(field.rfind(':') + 1);
    return type.size() < field.size() &&
           (type == "token" || type == "float" || type == "token_seq" || type == "float_seq");
}

/// RecBole's atomic files: tabs, and a header of "name:type".
class RecBoleFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"recbole", "RecBole atomic file (.inter)",
                "tab-separated with a header of name:type, such as user_id:token; titles from the .item file"};
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
        const auto user = columnFor(ColumnRole::User, layout.columns);
        const auto item = columnFor(ColumnRole::Item, layout.columns);
        if ((!user || !item) && columns.empty()) return std::nullopt;
        layout.user = user.value_or(0);
        layout.item = item.value_or(0);
        layout.time = columnFor(ColumnRole::Time, layout.columns);
        layout.rating = columnFor(ColumnRole::Rating, layout.columns);
        return Recognition{1.0, fmt::format("a header of name:type; {}", columnsText(layout)), layout};
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
