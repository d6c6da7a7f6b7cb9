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
    const Listener listener(/*backlog=*/8);
    ASSERT_TRUE(listener.listens());
    const std::optional<HostRoute> route = routeTo("127.0.0.1", listener.port());
    ASSERT_TRUE(route);
    EXPECT_EQ(route->here, "127.0.0.1");
    EXPECT_EQ(route->there, "127.0.0.1");
}

TEST(HostRoute, IsNoneWithoutAListener) {
    std::uint16_t port = 0;
    {
        const Listener closed(/*backlog=*/1);
        port = closed.port();
    }
    EXPECT_FALSE(routeTo("127.0.0.1", port));
}

TEST(HostRoute, GivesUpOnAHostThatDoesNotAnswer) {
    Listener listener(/*backlog=*/0);
    ASSERT_TRUE(listener.listens());
    listener.fill();
    // The listener accepts after 12 s: a caller that still waits then would find a route.
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::jthread later([&](const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        if (stopped.wait_for(lock, stop, std::chrono::seconds(12), [] { return false; }); stop.stop_requested()) return;
        for (int i = 0; i < 2; ++i) listener.accept();
    });
    EXPECT_FALSE(routeTo("127.0.0.1", listener.port()));
}

}  // namespace
}  // namespace recscope::test
