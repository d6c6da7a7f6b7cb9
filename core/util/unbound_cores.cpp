// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/unbound_cores.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>

namespace recscope {

int unboundCores() {
    static const int cores = [] {
        int count = 0;
        // A thread that requests all cores gets the cores of its container, regardless of the binding by its launcher;
        // the other threads of the process keep their binding.
        std::thread([&count] {
            cpu_set_t set;
            std::memset(&set, 0xFF, sizeof set);
            ::sched_setaffinity(0, sizeof set, &set);
            if (::sched_getaffinity(0, sizeof set, &set) != 0) return;
            count = CPU_COUNT(&set);
            // Systems that do not implement these calls return all requested cores.
            count = std::min(count, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
        }).join();
        return std::max(1, count);
    }();
    return cores;
}

}  // namespace recscope
