// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// The rows of a table that a step changes. Their indices 0, 1, 2, … follow the order of first use.
class SparseRows {
public:
    explicit SparseRows(std::int64_t rows) : m_indexOf(static_cast<std::size_t>(rows), -1) {}

    void clear() {
        for (const Token row : m_rows) m_indexOf[static_cast<std::size_t>(row)] = -1;
        m_rows.clear();
    }
    /// Returns the row's index; a row without an index gets the next free one.
    std::int32_t touch(Token row) {
        std::int32_t& index = m_indexOf[static_cast<std::size_t>(row)];
        if (index < 0) {
            index = static_cast<std::int32_t>(m_rows.size());
            m_rows.push_back(row);
        }
        return index;
    }
    std::int64_t count() const { return static_cast<std::int64_t>(m_rows.size()); }
    Token row(std::int64_t index) const { return m_rows[static_cast<std::size_t>(index)]; }

private:
    std::vector<std::int32_t> m_indexOf;  ///< for each row of the table; -1: the step does not change it
    std::vector<Token> m_rows;            ///< the changed rows, by index
};

}  // namespace recscope
