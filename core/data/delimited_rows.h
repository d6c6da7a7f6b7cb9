// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/delimited.h"

namespace recscope {

/// One interaction per line, fields separated by the layout's delimiter.
class DelimitedRows : public RowParser {
public:
    explicit DelimitedRows(const TableLayout& layout);

    const char* parse(std::string_view line, std::vector<RawRow>& rows) override;
    std::vector<std::vector<std::string>> cells(std::string_view line) override;

private:
    const char* splitFast(std::string_view line);
    std::string_view field(std::size_t column) const { return m_fields[column]; }
    bool mayEnclose(std::string_view line) const;

    TableLayout m_layout;
    FieldSplitter m_splitter;
    std::size_t m_needed, m_read;            // see TableLayout::columnsNeeded, columnsRead
    std::vector<std::string_view> m_fields;  // the first m_read fields of the line
    std::vector<std::string_view> m_attributes;
    std::string m_time;  // text of the time, joined from several columns
};

}  // namespace recscope
