// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/host_route.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "listener.h"

namespace recscope::test {
namespace {

TEST(HostRoute, BothEndsHaveAddresses) {
    const Listener listener(/*roomForConnections=*/8);
    ASSERT_TRUE(listener.listens());
    const std::optional<HostRoute> line = routeTo("127.0.0.1", listener.port());
    ASSERT_TRUE(line);
    EXPECT_EQ(line->here, "127.0.0.1");
    EXPECT_EQ(line->there, "127.0.0.1");
}

TEST(HostRoute, WhereNobodyListensIsNone) {
    std::uint16_t port = 0;
    {
        const Listener gone(/*roomForConnections=*/1);
        port = gone.port();
    }
    EXPECT_FALSE(routeTo("127.0.0.1", port));
}

TEST(HostRoute, AHostThatDoesNotAnswerIsNotWaitedForUntilItDoes) {
    Listener listener(/*roomForConnections=*/0);
    ASSERT_TRUE(listener.listens());
    listener.fill();
    // The listener accepts after 12 s: a caller that still waits then would find a route.
    std::mutex mutex;
    std::condition_variable_any given;
    std::jthread later([&](const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        if (given.wait_for(lock, stop, std::chrono::seconds(12), [] { return false; }); stop.stop_requested()) return;
        for (int i = 0; i < 2; ++i) listener.accept();
    });
    EXPECT_FALSE(routeTo("127.0.0.1", listener.port()));
}

}  // namespace
}  // namespace recscope::test
