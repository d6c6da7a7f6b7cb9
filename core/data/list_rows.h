// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/delimited.h"

namespace recscope {

/// The delimiters of lines that end in a list of items.
inline constexpr std::array kListDelimiters = {" ", ",", "\t", ";"};

/// What a column of the table that `ListRows` makes holds.
enum class ListColumn {
    Field,  ///< the next field of the line
    Line,   ///< the number of the line
    Items   ///< one of the fields from here on; each of them is a row
};

/// Lines that end in a list of items which is not quoted, so that they have different numbers of fields: "7,12,15,4".
class ListRows : public RowParser {
public:
    /// `columns` says what each column of the layout holds; exactly one of them holds the items. Pre: the layout has a
    /// delimiter.
    ListRows(const TableLayout& layout, std::vector<ListColumn> columns);

    const char* parse(std::string_view line, std::vector<RawRow>& rows) override;
    std::vector<std::vector<std::string>> cells(std::string_view line) override;
    bool hasSeveralRows() const override { return true; }

private:
    bool split(std::string_view line);
    std::string_view scalar(std::size_t column, std::string_view item) const;

    TableLayout m_layout;
    std::vector<ListColumn> m_columns;
    std::size_t m_fieldCount = 0;  // fields before the list
    FieldSplitter m_splitter;
    std::vector<std::string_view> m_fields;
    std::vector<std::string_view> m_attributes;  // attributes of all rows of the line, one row after the other
    std::vector<std::string> m_times;            // one per row, joined from several columns
    std::int64_t m_line = 0;
    std::string m_number;  // m_line as text
};

/// The fields of each line.
using ListLines = std::vector<std::vector<std::string_view>>;

/// The lines of a sample that are not empty, split at the delimiter, without empty fields at the end of a line; none if
/// the sample holds objects, whose commas do not separate fields.
ListLines listLinesOf(const FileSample& sample, const std::string& delimiter);

/// True if the lines have different numbers of fields.
bool areRagged(const ListLines& lines);
bool areWholeNumbers(std::span<const std::string_view> fields);

/// Statistics of lines whose fields are items, perhaps after a user.
struct ListFindings {
    std::size_t lines = 0, fields = 0;
    std::size_t firsts = 0;        ///< number of distinct first fields
    std::size_t sharedFirsts = 0;  ///< number of lines whose first field also occurs later in some line
    std::size_t repeated = 0;      ///< number of fields whose value occurs more than once
    bool areShort = true;          ///< no field is as long as a sentence
};
ListFindings listStatistics(const ListLines& lines);

}  // namespace recscope
