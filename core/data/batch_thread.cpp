// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch_thread.h"

#include <utility>

#include "core/util/progress.h"

namespace recscope {

BatchThread::BatchThread(Work work)
    : m_thread([this, work = std::move(work)](const std::stop_token& stop) { run(stop, work); }) {}

void BatchThread::run(const std::stop_token& stop, const Work& work) {
    constexpr std::size_t kBatchesAhead = 8;
    std::exception_ptr failure;
    try {
        work([&](HistoryBatch batch) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, stop, [&] { return m_ready.size() < kBatchesAhead; });
            throwIfStopped(stop);
            m_ready.push_back(std::move(batch));
            m_changed.notify_all();
        });
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    m_failure = failure;
    m_ended = true;
    m_changed.notify_all();
}

bool BatchThread::next(HistoryBatch& batch) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return !m_ready.empty() || m_ended; });
    if (m_failure) std::rethrow_exception(m_failure);
    if (m_ready.empty()) return false;
    batch = std::move(m_ready.front());
    m_ready.pop_front();
    m_changed.notify_all();
    return true;
}

}  // namespace recscope
