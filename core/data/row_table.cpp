// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_table.h"

#include <algorithm>
#include <utility>

namespace recscope {

std::vector<Row> RowTable::takeGroupedByUser(std::size_t userCount, std::vector<std::int64_t>& offsets,
                                             FileOrder order) {
    const std::size_t size = std::exchange(m_size, 0);
    offsets.assign(userCount + 1, 0);
    for (std::size_t i = 0; i < size; ++i) {
        ++offsets[static_cast<std::size_t>(m_blocks[i / kRowsPerBlock][i % kRowsPerBlock].user) + 1];
    }
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
    std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
    std::vector<Row> grouped(size);
    for (std::size_t begin = 0; begin < size; begin += kRowsPerBlock) {
        const std::unique_ptr<Row[]> block = std::move(m_blocks[begin / kRowsPerBlock]);
        for (std::size_t i = 0; i < std::min(kRowsPerBlock, size - begin); ++i) {
            grouped[static_cast<std::size_t>(next[static_cast<std::size_t>(block[i].user)]++)] = block[i];
        }
    }
    m_blocks.clear();
    for (std::size_t user = 0; user < userCount && order == FileOrder::NewestFirst; ++user)
        std::reverse(grouped.begin() + offsets[user], grouped.begin() + offsets[user + 1]);
    return grouped;
}

}  // namespace recscope
