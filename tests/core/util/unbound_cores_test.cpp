// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/unbound_cores.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace recscope {
namespace {

/// The result in a child process that is bound to one core.
int countedWhileBound() {
    const pid_t child = ::fork();
    if (child == 0) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(::sched_getcpu(), &one);
        const bool isBound = ::sched_setaffinity(0, sizeof one, &one) == 0;
        ::_exit(isBound ? std::min(255, unboundCores()) : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

TEST(UnboundCores, ABoundProcessCountsThoseThatItWouldHaveWithoutThat) {
    const int bound = countedWhileBound();  // first, because a process counts its cores only once
    EXPECT_GE(unboundCores(), 1);
    EXPECT_EQ(bound, std::min(255, unboundCores()));
}

}  // namespace
}  // namespace recscope
