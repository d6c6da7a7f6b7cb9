// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <thread>

namespace recscope {

/// What a thread of its own does. Whoever waits for it can leave it behind, for what it does cannot be called back.
template <class Result>
std::future<Result> startAside(const std::function<Result()>& work) {
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

/// Something was left behind: such a program must end without tidying up (`ProcessGroup::leavesThreadsBehind`).
void leaveThreadBehind();

}  // namespace recscope
