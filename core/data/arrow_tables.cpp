// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/arrow_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/data/column_names.h"
#include "core/data/table_text.h"
#include "core/parquet/parquet.h"
#include "core/parquet/parquet_reader.h"
#include "core/util/producer_thread.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

/// The column whose lists hold the items; unset if the items are in a column of single values or no column holds lists.
std::optional<std::size_t> columnOfItemLists(const std::vector<ParquetColumn>& columns) {
    std::optional<std::size_t> best;
    double bestScore = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const double score = meaningOf(columns[i].name).item;
        if (columns[i].content == ParquetContent::Value && score >= kSureName) return std::nullopt;
        if (columns[i].content != ParquetContent::List || (best && score <= bestScore)) continue;
        best = i;
        bestScore = score;
    }
    return best;
}

class ArrowTableText : public TableText {
    using Pieces = ProducerThread<ParquetRows, 2>;

public:
    ArrowTableText(const fs::path& path, std::unique_ptr<ParquetReader> reader) : m_reader(std::move(reader)) {
        std::vector<ParquetColumn> read;
        std::vector<ParquetChoice> choices;
        for (std::size_t i = 0; i < m_reader->columns().size(); ++i) {
            const ParquetColumn& column = m_reader->columns()[i];
            if (column.content == ParquetContent::Other) continue;
            read.push_back(column);
            choices.push_back({.column = static_cast<int>(i), .as = ParquetAs::Text});
            m_names.push_back(column.name);
        }
        m_items = columnOfItemLists(read);
        m_reader->begin(choices);
        std::error_code failure;
        const auto size = fs::file_size(path, failure);
        m_size = failure ? 0 : static_cast<std::int64_t>(size);
    }

    /// The share of the rows already returned, converted to bytes of the file, because Arrow does not report how many
    /// bytes it has read.
    std::int64_t consumed() const override {
        const std::int64_t rows = m_reader->rowCount();
        if (rows <= 0) return std::min(m_size, m_textBytes);
        return static_cast<std::int64_t>(static_cast<double>(m_size) * static_cast<double>(m_rowsGiven) /
                                         static_cast<double>(rows));
    }
    std::int64_t size() const override { return m_size; }

protected:
    bool nextRow(std::vector<std::string>& cells) override {
        if (!m_names.empty()) {
            cells = std::exchange(m_names, {});
            return true;
        }
        if (m_element == m_elements && !advance()) return false;
        cells.resize(m_rows.columns.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            putCell(i, cells[i]);
            m_textBytes += std::ssize(cells[i]) + 1;
        }
        ++m_element;
        return true;
    }

private:
    /// Decodes the pieces in another thread, because parsing their text takes about as long as decoding them.
    bool nextPiece() {
        if (!m_pieces) {
            m_pieces.emplace([this](const Pieces::Push& push) {
                for (ParquetRows rows; m_reader->next(rows);) push(std::move(rows));
            });
        }
        return m_pieces->next(m_rows);
    }

    /// Advances to the next row of the file, which becomes m_elements rows of text. Returns false at the end.
    bool advance() {
        const bool hasRow = m_rows.count > 0;
        m_row = hasRow ? m_row + 1 : 0;
        if (hasRow) ++m_rowsGiven;
        while (m_row == m_rows.count) {
            m_row = 0;
            if (!nextPiece()) {
                m_rows = {};
                m_element = m_elements = 0;
                return false;
            }
        }
        m_element = 0;
        // A row without items becomes one row of text, whose missing item the import report counts.
        m_elements = m_items ? std::max<std::size_t>(lengthOf(*m_items), 1) : 1;
        return true;
    }

    std::size_t beginOf(std::size_t column) const { return m_row == 0 ? 0 : m_rows.columns[column].ends[m_row - 1]; }
    std::size_t lengthOf(std::size_t column) const { return m_rows.columns[column].ends[m_row] - beginOf(column); }

    void putCell(std::size_t column, std::string& cell) const {
        const ParquetValues& values = m_rows.columns[column];
        if (values.ends.empty()) {
            cell = values.texts[m_row];
            return;
        }
        cell.clear();
        const std::size_t begin = beginOf(column), length = lengthOf(column);
        if (m_items && length == lengthOf(*m_items)) {
            if (length > 0) cell = values.texts[begin + m_element];
            return;
        }
        for (std::size_t i = begin; i < begin + length; ++i) cell.append(i > begin ? "|" : "").append(values.texts[i]);
    }

    std::unique_ptr<ParquetReader> m_reader;
    std::vector<std::string> m_names;    // names of the columns; empty once they have been returned as the first row
    std::optional<std::size_t> m_items;  // column whose lists hold the items
    ParquetRows m_rows;                  // the current piece
    std::size_t m_row = 0;               // index of the current row in m_rows
    std::size_t m_element = 0;           // index of the next row of text that m_row becomes
    std::size_t m_elements = 0;          // number of rows of text that m_row becomes
    std::int64_t m_rowsGiven = 0;        // number of rows of the file already returned
    std::int64_t m_size = 0;             // of the file, in bytes
    std::int64_t m_textBytes = 0;        // size of the text already returned
    std::optional<Pieces> m_pieces;      // last member: its thread ends before the reader is destroyed
};

}  // namespace

bool isArrowTable(const fs::path& path) {
    return tableFormatOf(path) != TableFormat::None;
}

std::unique_ptr<ByteSource> openArrowTable(const fs::path& path) {
    const TableFormat format = tableFormatOf(path);
    if (!hasParquet()) refuseToReadTable(path, format);
    return std::make_unique<ArrowTableText>(path, format == TableFormat::Parquet ? openParquet(path) : openArrow(path));
}

}  // namespace recscope
