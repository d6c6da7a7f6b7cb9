// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch_builder.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace recscope {

namespace {

constexpr std::size_t kRowsPerBatch = 1 << 14;

std::int64_t toSeconds(std::int64_t milliseconds) {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(milliseconds)).count();
}

}  // namespace

void orderByTime(std::span<Row> rows) {
    const auto earlier = [](const Row& a, const Row& b) { return a.time < b.time; };
    if (!std::is_sorted(rows.begin(), rows.end(), earlier)) std::stable_sort(rows.begin(), rows.end(), earlier);
}

void BatchBuilder::add(std::span<Row> rows) {
    if (m_hasTimes) orderByTime(rows);
    for (const Row& row : rows) {
        m_batch.items.push_back(kFirstItemToken + row.item);
        if (m_hasTimes) m_batch.times.push_back(toSeconds(row.time));
        if (m_hasRatings) m_batch.ratings.push_back(row.rating);
    }
    m_batch.offsets.push_back(static_cast<std::int64_t>(m_batch.items.size()));
    if (m_batch.items.size() >= kRowsPerBatch) finish();
}

void BatchBuilder::finish() {
    if (m_batch.userCount() > 0) m_push(std::exchange(m_batch, {}));
}

}  // namespace recscope
