// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/worker_pool.h"

#include <algorithm>
#include <utility>

namespace recscope {

WorkerPool::WorkerPool(int count) : m_failures(static_cast<std::size_t>(std::max(count, 1))) {
    for (int worker = 0; worker < std::max(count, 1); ++worker)
        m_threads.emplace_back([this, worker] { work(worker); });
}

WorkerPool::~WorkerPool() {
    const std::lock_guard lock(m_mutex);
    m_isStopping = true;
    m_jobStarted.notify_all();
}

void WorkerPool::run(const std::function<void(int)>& job) {
    std::unique_lock lock(m_mutex);
    m_job = &job;
    m_working = count();
    ++m_round;
    m_jobStarted.notify_all();
    m_jobDone.wait(lock, [&] { return m_working == 0; });
    m_job = nullptr;
    for (std::exception_ptr& failure : m_failures) {
        if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
}

void WorkerPool::work(int worker) {
    int seen = 0;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_jobStarted.wait(lock, [&] { return m_isStopping || m_round != seen; });
        if (m_isStopping) return;
        seen = m_round;
        const std::function<void(int)>* const job = m_job;
        lock.unlock();
        std::exception_ptr failure;
        try {
            (*job)(worker);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        m_failures[static_cast<std::size_t>(worker)] = failure;
        if (--m_working == 0) m_jobDone.notify_all();
    }
}

}  // namespace recscope
