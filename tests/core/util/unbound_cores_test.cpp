// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/unbound_cores.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace recscope {
namespace {

/// unboundCores() in a child process that is bound to one core; 0 if it cannot be bound.
int countedWhileBound() {
    const pid_t child = ::fork();
    if (child == 0) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET(::sched_getcpu(), &cores);
        const bool isBound = ::sched_setaffinity(0, sizeof cores, &cores) == 0;
        ::_exit(isBound ? std::min(255, unboundCores()) : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

TEST(UnboundCores, ABoundProcessCountsTheCoresItWouldHaveUnbound) {
    const int bound = countedWhileBound();  // first, because a process counts its cores only once
    EXPECT_GE(unboundCores(), 1);
    EXPECT_EQ(bound, std::min(255, unboundCores()));
}

}  // namespace
}  // namespace recscope
