// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/history_builder.h"

#include <chrono>
#include <utility>

#include "core/sequence/split.h"

namespace recscope {

namespace {

std::int64_t toSeconds(std::int64_t milliseconds) {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(milliseconds)).count();
}

}  // namespace

HistoryBuilder::HistoryBuilder(GroupedRows rows, bool hasTimes, bool hasRatings, NewDataset& dataset)
    : m_rows(std::move(rows)), m_dataset(dataset), m_seenBy(m_rows.itemCount, -1) {
    dataset.histories.itemCount = static_cast<std::int32_t>(m_rows.itemCount);
    dataset.histories.offsets = m_rows.offsets;
    dataset.histories.items.resize(m_rows.rows.size());
    if (hasTimes) dataset.times.resize(m_rows.rows.size());
    if (hasRatings) dataset.ratings.resize(m_rows.rows.size());
}

void HistoryBuilder::start() {
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void HistoryBuilder::run(const std::stop_token& stop) {
    constexpr std::size_t kUsersPerNews = 64;  // a lock for each user would cost more than the ordering
    const std::size_t users = m_rows.offsets.size() - 1;
    for (std::size_t user = 0; user < users && !stop.stop_requested(); ++user) {
        build(user);
        if ((user + 1) % kUsersPerNews != 0 && user + 1 < users) continue;
        const std::lock_guard lock(m_mutex);
        m_built = user + 1;
        m_changed.notify_all();
    }
}

void HistoryBuilder::build(std::size_t user) {
    const bool hasTimes = !m_dataset.times.empty(), hasRatings = !m_dataset.ratings.empty();
    if (hasTimes) orderByTime(m_rows, user);
    const auto begin = static_cast<std::size_t>(m_rows.offsets[user]);
    const auto end = static_cast<std::size_t>(m_rows.offsets[user + 1]);
    for (std::size_t i = begin; i < end; ++i) {
        const Row& row = m_rows.rows[i];
        m_dataset.histories.items[i] = kFirstItemToken + row.item;
        if (hasTimes) {
            m_dataset.times[i] = toSeconds(row.time);
            m_tiedTimes += i > begin && m_dataset.times[i] == m_dataset.times[i - 1];
        }
        if (hasRatings) m_dataset.ratings[i] = row.rating;
        std::int32_t& last = m_seenBy[static_cast<std::size_t>(row.item)];
        m_repeats += last == static_cast<std::int32_t>(user);
        last = static_cast<std::int32_t>(user);
    }
    m_usersUnderThree += end - begin < kMinHeldOutHistory;
    m_usersLastTwoTie += hasTimes && end - begin >= 2 && m_dataset.times[end - 1] == m_dataset.times[end - 2];
}

void HistoryBuilder::waitFor(std::int32_t user) {
    const auto index = static_cast<std::size_t>(user);
    if (m_built > index) return;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_built > index; });
}

void HistoryBuilder::complete(DatasetInfo& info) {
    waitFor(m_dataset.histories.userCount() - 1);
    if (completed) completed(info);
}

void HistoryBuilder::countInto(ImportReport& report) const {
    report.users = m_dataset.histories.userCount();
    report.items = m_dataset.histories.itemCount;
    report.rowsKept = static_cast<std::int64_t>(m_dataset.histories.items.size());
    report.usersUnderThree = m_usersUnderThree;
    report.tiedTimes = m_tiedTimes;
    report.usersLastTwoTie = m_usersLastTwoTie;
    report.duplicates += m_repeats;
}

}  // namespace recscope
