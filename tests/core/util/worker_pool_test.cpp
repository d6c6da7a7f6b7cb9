// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace recscope {
namespace {

TEST(WorkerPool, EachWorkerDoesEachJobOnce) {
    WorkerPool pool(3);
    std::vector<int> counts(3, 0);
    for (int time = 0; time < 200; ++time) pool.run([&](int worker) { ++counts[static_cast<std::size_t>(worker)]; });
    EXPECT_EQ(counts, (std::vector<int>{200, 200, 200}));
}

TEST(WorkerPool, RethrowsAJobsExceptionAfterAllHaveEndedAndCanContinue) {
    WorkerPool pool(2);
    std::atomic<int> ended = 0;
    EXPECT_THROW(pool.run([&](int worker) {
        if (worker == 1) throw std::runtime_error("no");
        ++ended;
    }),
                 std::runtime_error);
    EXPECT_EQ(ended, 1);
    pool.run([&](int) { ++ended; });
    EXPECT_EQ(ended, 3);
}

}  // namespace
}  // namespace recscope
