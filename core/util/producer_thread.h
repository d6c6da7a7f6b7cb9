// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/util/progress.h"

namespace recscope {

/// Produces things in a separate thread, at most `kAhead` (at least 1) ahead of the consumer. The thread ends when the
/// object is destroyed.
template <class Thing, std::size_t kAhead>
class ProducerThread {
public:
    using Push = std::function<void(Thing)>;  ///< Hands over one thing. Waits while `kAhead` things are ready; throws
                                              ///< Error(Cancelled) when the object is destroyed
    using Work = std::function<void(const Push&)>;  ///< runs in the thread and pushes all things in order

    explicit ProducerThread(Work work)
        : m_thread([this, work = std::move(work)](const std::stop_token& stop) { run(stop, work); }) {}

    /// Takes the next thing; returns false after the last one. Rethrows an exception of the work after the things that
    /// were produced before it.
    bool next(Thing& thing) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return !m_ready.empty() || m_ended; });
        if (m_ready.empty()) {
            if (m_failure) std::rethrow_exception(m_failure);
            return false;
        }
        thing = std::move(m_ready.front());
        m_ready.pop_front();
        m_changed.notify_all();
        return true;
    }

private:
    void run(const std::stop_token& stop, const Work& work) {
        std::exception_ptr failure;
        try {
            work([&](Thing thing) {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, stop, [&] { return m_ready.size() < kAhead; });
                throwIfStopped(stop);
                m_ready.push_back(std::move(thing));
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

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Thing> m_ready;
    std::exception_ptr m_failure;
    bool m_ended = false;
    std::jthread m_thread;  // last member, so that the thread ends before the members it uses are destroyed
};

}  // namespace recscope
