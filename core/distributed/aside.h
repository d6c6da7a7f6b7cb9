// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <thread>

namespace recscope {

/// Runs `work` on a detached thread. `work` cannot be interrupted, but if it hangs, the caller can abandon the thread.
template <class Result>
std::future<Result> runDetached(const std::function<Result()>& work) {
    auto promise = std::make_shared<std::promise<Result>>();
    std::future<Result> result = promise->get_future();
    std::thread([promise, work] {
        try {
            promise->set_value(work());
        } catch (...) {
            promise->set_exception(std::current_exception());
        }
    }).detach();
    return result;
}

/// Records that a thread was abandoned: the program must then exit without cleanup
/// (`ProcessGroup::leavesThreadsBehind`).
void leaveThreadBehind();

}  // namespace recscope
