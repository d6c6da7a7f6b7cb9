// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "core/data/history_batch.h"

namespace recscope {

/// Makes batches in a thread of its own, a few ahead of the one who takes them. The thread ends with the object.
class BatchThread {
public:
    using Push =
        std::function<void(HistoryBatch)>;  ///< waits for a place; throws Error(Cancelled) at the end of the object
    using Work = std::function<void(const Push&)>;

    explicit BatchThread(Work work);

    /// False after the last batch. Throws what the work threw.
    bool next(HistoryBatch& batch);

private:
    void run(const std::stop_token& stop, const Work& work);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<HistoryBatch> m_ready;
    std::exception_ptr m_failure;
    bool m_ended = false;
    std::jthread m_thread;  // last member: ends before what it uses
};

}  // namespace recscope
