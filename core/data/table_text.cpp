// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/util/csv.h"

namespace recscope {

std::size_t TableText::read(char* buffer, std::size_t size) {
    constexpr std::size_t kBlock = std::size_t{64} << 10;
    if (m_given == m_lines.size()) {
        m_given = 0;
        m_lines.clear();
        while (m_lines.size() < kBlock && nextRow(m_cells)) {
            for (std::size_t i = 0; i < m_cells.size(); ++i) {
                if (i > 0) m_lines += ',';
                const auto isBreak = [](char c) { return c == '\n' || c == '\r'; };
                std::replace_if(m_cells[i].begin(), m_cells[i].end(), isBreak, ' ');
                appendCsvField(m_lines, m_cells[i]);
            }
            m_lines += '\n';
        }
    }
    const std::size_t count = std::min(size, m_lines.size() - m_given);
    std::memcpy(buffer, m_lines.data() + m_given, count);
    m_given += count;
    return count;
}

std::string cellText(double number) {
    constexpr double kLargestExact = 9007199254740992;  // 2^53
    if (number == std::floor(number) && std::abs(number) <= kLargestExact) return fmt::format("{:.0f}", number);
    return fmt::format("{}", number);
}

}  // namespace recscope
