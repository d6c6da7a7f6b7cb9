// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace recscope {

/// An interaction with indices (see RowIds) in place of ids.
struct Row {
    std::int64_t time = 0;  ///< milliseconds since 1970; 0 without times
    std::int32_t user = 0, item = 0;
    float rating = 0;        ///< NaN = none
    std::uint32_t line = 0;  ///< 1-based number of the line in the file; but see RowDetails::lines
};

/// The order of a user's rows in a file. It matters only for rows with the same time.
enum class FileOrder {
    OldestFirst,  ///< also for files in no order
    NewestFirst,
};

/// Details of rows that are not part of `Row`, stored separately because most files have none.
struct RowDetails {
    /// The number of the order of each row, indexed by Row::line; -1 = none. Empty = the file has no orders.
    std::vector<std::int32_t> orders;
    /// Index in `kindNames` of the kind of event of each row, indexed by Row::line; -1 = none. Empty = the file has no
    /// kinds.
    std::vector<std::int16_t> kinds;
    std::vector<std::string> kindNames;  ///< in the order of their first appearance
    /// If a line of the file can hold several rows with details: the line of each row. Row::line is then an index in it
    /// and in `orders` and `kinds`. Empty in all other files.
    std::vector<std::uint32_t> lines;

    /// The 1-based number of the row's line in the file.
    std::uint32_t lineOf(const Row& row) const { return row.line < lines.size() ? lines[row.line] : row.line; }
    std::int32_t orderOf(const Row& row) const { return row.line < orders.size() ? orders[row.line] : -1; }
    std::int16_t kindOf(const Row& row) const { return row.line < kinds.size() ? kinds[row.line] : std::int16_t{-1}; }
};

/// Rows in the order of the file, stored in blocks, so that adding rows copies nothing, and blocks can be freed while
/// the rows are regrouped.
class RowTable {
public:
    void add(const Row& row) {
        if (m_size % kRowsPerBlock == 0) m_blocks.push_back(std::make_unique_for_overwrite<Row[]>(kRowsPerBlock));
        m_blocks.back()[m_size++ % kRowsPerBlock] = row;
    }
    std::size_t size() const { return m_size; }

    /// All rows sorted by user, and within a user in the order of the file or in reverse; `offsets` (userCount + 1)
    /// receives where each user's rows begin. Leaves the table empty.
    std::vector<Row> takeGroupedByUser(std::size_t userCount, std::vector<std::int64_t>& offsets, FileOrder order);

private:
    static constexpr std::size_t kRowsPerBlock = 1 << 16;

    std::vector<std::unique_ptr<Row[]>> m_blocks;
    std::size_t m_size = 0;
};

}  // namespace recscope
