// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/query_pool.h"

#include <algorithm>
#include <atomic>

#include "core/kernels/product.h"
#include "core/recommender/machine_share.h"
#include "core/util/progress.h"

namespace recscope {

void QueryPool::run(std::size_t queries, std::size_t atOnce, const Answer& answer, const std::stop_token& stop) {
    if (!m_pool) m_pool = std::make_unique<WorkerPool>(computeThreads());
    std::atomic<std::size_t> next = 0;
    m_pool->run([&](int) {
        kernels::useOneThread();
        for (std::size_t first = next.fetch_add(atOnce); first < queries && !stop.stop_requested();
             first = next.fetch_add(atOnce))
            answer(first, std::min(atOnce, queries - first));
    });
    throwIfStopped(stop);
}

}  // namespace recscope
