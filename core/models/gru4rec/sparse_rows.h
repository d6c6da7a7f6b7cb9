// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// The rows of a table that a step changes, each with a slot number: 0, 1, 2 … in the order of first use.
class SparseRows {
public:
    explicit SparseRows(std::int64_t rows) : m_slotOf(static_cast<std::size_t>(rows), -1) {}

    void clear() {
        for (const Token row : m_rows) m_slotOf[static_cast<std::size_t>(row)] = -1;
        m_rows.clear();
    }
    /// Returns the row's slot number; a row that has none yet gets the next number.
    std::int32_t touch(Token row) {
        std::int32_t& slot = m_slotOf[static_cast<std::size_t>(row)];
        if (slot < 0) {
            slot = static_cast<std::int32_t>(m_rows.size());
            m_rows.push_back(row);
        }
        return slot;
    }
    std::int64_t count() const { return static_cast<std::int64_t>(m_rows.size()); }
    Token row(std::int64_t slot) const { return m_rows[static_cast<std::size_t>(slot)]; }

private:
    std::vector<std::int32_t> m_slotOf;  ///< -1: no slot yet
    std::vector<Token> m_rows;
};

}  // namespace recscope
