// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

#include "core/util/worker_pool.h"

namespace recscope {

/// Shares queries out among the cores, some at a time. Its threads are made when first needed; each computes alone.
class QueryPool {
public:
    /// Asked to answer `count` queries from index `first` on.
    using Answer = std::function<void(std::size_t first, std::size_t count)>;
    /// Throws Error(Cancelled) soon after a stop was asked for, and what `answer` throws.
    void run(std::size_t queries, std::size_t atOnce, const Answer& answer, const std::stop_token& stop);

private:
    std::unique_ptr<WorkerPool> m_pool;
};

}  // namespace recscope
