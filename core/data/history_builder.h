// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "core/data/import_filters.h"
#include "core/data/import_report.h"
#include "core/store/dataset_store.h"

namespace recscope {

/// Orders the rows of one user after the other and puts them into a dataset, in a thread of its own, so that the store
/// can write the first users meanwhile. Counts what only the order tells: ties, repeats, short histories.
class HistoryBuilder : public HistoryFeed {
public:
    /// `dataset` gets its sizes here and its histories later; it must outlive this object.
    HistoryBuilder(GroupedRows rows, bool hasTimes, bool hasRatings, NewDataset& dataset);

    void start();
    void waitFor(std::int32_t user) override;
    /// Also waits for the last user.
    void complete(DatasetInfo& info) override;

    /// Called by `complete` with the counts in place, to finish the report.
    std::function<void(DatasetInfo&)> completed;

    /// Pre: all users were waited for.
    void countInto(ImportReport& report) const;

private:
    void run(const std::stop_token& stop);
    void build(std::size_t user);

    GroupedRows m_rows;
    NewDataset& m_dataset;
    std::vector<std::int32_t> m_seenBy;  // the last user who had an item
    std::int64_t m_usersUnderThree = 0, m_tiedTimes = 0, m_usersLastTwoTie = 0, m_repeats = 0;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::atomic<std::size_t> m_built = 0;  // users
    std::jthread m_thread;                 // last member: ends before what it uses
};

}  // namespace recscope
