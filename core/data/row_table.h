// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace recscope {

/// An interaction with indices (see RowIds) in place of ids.
struct Row {
    std::int64_t time = 0;  ///< milliseconds since 1970; 0 without times
    std::int32_t user = 0, item = 0;
    float rating = 0;        ///< NaN = none
    std::uint32_t line = 0;  ///< 1-based number of the line in the file
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

    /// All rows sorted by user, and within a user in file order; `offsets` (userCount + 1) receives where each
    /// user's rows begin. Leaves the table empty.
    std::vector<Row> takeGroupedByUser(std::size_t userCount, std::vector<std::int64_t>& offsets);

private:
    static constexpr std::size_t kRowsPerBlock = 1 << 16;

    std::vector<std::unique_ptr<Row[]>> m_blocks;
    std::size_t m_size = 0;
};

}  // namespace recscope
