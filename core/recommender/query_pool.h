// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

#include "core/util/worker_pool.h"

namespace recscope {

/// Distributes queries over the cores in chunks. The threads are created on first use, and each of them computes
/// without helper threads.
class QueryPool {
public:
    /// Processes `count` queries starting at index `first`.
    using Answer = std::function<void(std::size_t first, std::size_t count)>;
    /// Calls `answer` for chunks of at most `atOnce` queries, until all are processed. Throws Error(Cancelled) soon
    /// after a stop request, and rethrows exceptions of `answer`.
    void run(std::size_t queries, std::size_t atOnce, const Answer& answer, const std::stop_token& stop);

private:
    std::unique_ptr<WorkerPool> m_pool;
};

}  // namespace recscope
