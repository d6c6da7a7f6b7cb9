// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch_builder.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

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

/// Moves each row behind the earlier rows of its order. Where orders overlap in time, a row gets the time of the row
/// before it, so that times never decrease. Pre: the rows are in the order of their times.
void BatchBuilder::keepOrdersTogether(std::span<Row> rows) {
    std::unordered_map<std::int32_t, std::size_t> firstOf;  // by order: the index of its first row
    std::vector<std::size_t> keys(rows.size());
    bool isTogether = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int32_t order = m_details.orderOf(rows[i]);
        keys[i] = order < 0 ? i : firstOf.try_emplace(order, i).first->second;
        isTogether &= i == 0 || keys[i] >= keys[i - 1];
    }
    if (isTogether) return;
    std::vector<std::size_t> sequence(rows.size());
    std::iota(sequence.begin(), sequence.end(), std::size_t{0});
    std::stable_sort(sequence.begin(), sequence.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
    const std::vector<Row> before(rows.begin(), rows.end());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = before[sequence[i]];
    for (std::size_t i = 1; i < rows.size(); ++i) rows[i].time = std::max(rows[i].time, rows[i - 1].time);
}

void BatchBuilder::addOrders(std::span<const Row> rows) {
    std::int32_t number = -1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto isSame = [&](const Row& a, const Row& b) {
            if (m_contents.orders == BatchOrders::SameTime) return a.time == b.time;
            return m_details.orderOf(a) >= 0 && m_details.orderOf(a) == m_details.orderOf(b);
        };
        if (i == 0 || !isSame(rows[i - 1], rows[i])) ++number;
        m_batch.orders.push_back(number);
    }
}

/// Pre: the rows are in the order of their times.
void BatchBuilder::countTies(std::span<const Row> rows) {
    constexpr std::int64_t kDay = std::chrono::milliseconds(std::chrono::days(1)).count();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_ties.onlyDates &= rows[i].time % kDay == 0;
        m_ties.interactions += i > 0 && rows[i].time == rows[i - 1].time;
    }
    m_ties.usersLastTwo += rows.size() >= 2 && rows[rows.size() - 1].time == rows[rows.size() - 2].time;
}

void BatchBuilder::add(std::span<Row> rows) {
    if (m_contents.hasTimes) {
        orderByTime(rows);
        countTies(rows);
    }
    if (m_contents.orders == BatchOrders::Column) keepOrdersTogether(rows);
    if (m_contents.orders != BatchOrders::None) addOrders(rows);
    for (const Row& row : rows) {
        m_batch.items.push_back(kFirstItemToken + row.item);
        if (m_contents.hasTimes) m_batch.times.push_back(toSeconds(row.time));
        if (m_contents.hasRatings) m_batch.ratings.push_back(row.rating);
        if (m_contents.hasKinds) m_batch.kinds.push_back(m_details.kindOf(row));
    }
    m_batch.offsets.push_back(static_cast<std::int64_t>(m_batch.items.size()));
    if (m_batch.items.size() >= kRowsPerBatch) finish();
}

void BatchBuilder::finish() {
    if (m_batch.userCount() > 0) m_push(std::exchange(m_batch, {}));
}

}  // namespace recscope
