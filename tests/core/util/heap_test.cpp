// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/heap.h"

#include <gtest/gtest.h>

#include <barrier>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

// Sanitizers replace the heaps of the C library.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <malloc.h>

#include <cstdio>
#include <string>

namespace recscope {
namespace {

/// The number of heaps that the C library reports.
int heapCount() {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* file = ::open_memstream(&text, &size);
    ::malloc_info(0, file);
    std::fclose(file);
    int count = 0;
    const std::string report(text, size);
    std::free(text);
    for (std::size_t at = report.find("<heap nr="); at != std::string::npos; at = report.find("<heap nr=", at + 1))
        ++count;
    return count;
}

[[noreturn]] void exitWithHeapsOfEightThreads() {
    limitHeaps();
    constexpr int kThreads = 8;
    std::barrier together(kThreads + 1);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            const auto held = std::make_unique<std::vector<int>>(1000);
            together.arrive_and_wait();  // each thread has allocated memory
            together.arrive_and_wait();  // the heaps have been counted
        });
    }
    together.arrive_and_wait();
    const int count = heapCount();
    together.arrive_and_wait();
    for (std::thread& thread : threads) thread.join();
    std::exit(count);
}

TEST(HeapDeathTest, EightThreadsShareTwoHeaps) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";  // runs in a new process, which has no other heaps
    EXPECT_EXIT(exitWithHeapsOfEightThreads(), testing::ExitedWithCode(2), "");
}

}  // namespace
}  // namespace recscope
#endif
