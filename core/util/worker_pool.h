// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace recscope {

/// Threads that run the same job concurrently, each with a different number. They sleep between jobs.
class WorkerPool {
public:
    /// `count` >= 1
    explicit WorkerPool(int count);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    int count() const { return static_cast<int>(m_threads.size()); }
    /// Calls job(0) … job(count - 1), each in a thread of the pool, and waits for all. If calls throw, rethrows the
    /// exception of the call with the lowest number.
    void run(const std::function<void(int)>& job);

private:
    void work(int worker);

    std::mutex m_mutex;
    std::condition_variable m_jobStarted, m_jobDone;
    const std::function<void(int)>* m_job = nullptr;
    std::vector<std::exception_ptr> m_failures;
    int m_round = 0;    ///< number of jobs started so far
    int m_working = 0;  ///< number of workers still running the current job
    bool m_isStopping = false;
    std::vector<std::jthread> m_threads;
};

}  // namespace recscope
