// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/machine_share.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace recscope {
namespace {

/// The number that computeThreads() returns in a child process bound to one core; 0 if it cannot be bound.
int threadsOnOneCore() {
    const pid_t child = ::fork();
    if (child == 0) {
        cpu_set_t usable, first;
        CPU_ZERO(&first);
        bool isBound = ::sched_getaffinity(0, sizeof usable, &usable) == 0;
        for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&first) == 0; ++core)
            if (CPU_ISSET(core, &usable)) CPU_SET(core, &first);
        isBound = isBound && ::sched_setaffinity(0, sizeof first, &first) == 0;
        ::_exit(isBound ? std::min(255, computeThreads()) : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

TEST(ComputeThreadCount, CountsOnlyTheCoresThatTheProcessMayUse) {
    EXPECT_GE(computeThreads(), 1);
    EXPECT_EQ(threadsOnOneCore(), 1);
}

TEST(ComputeThreadCount, IsTheNumberSetForThisProcess) {
    setMachineShare({.threads = 3});
    EXPECT_EQ(computeThreads(), 3);
    setMachineShare({});
}

}  // namespace
}  // namespace recscope
