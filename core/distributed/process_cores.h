// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/util/device_facts.h"

namespace recscope {

/// Where one process of a process group runs; each process publishes this to the other processes.
struct GroupMember {
    std::string host;        ///< host name, for display
    int process = 0;         ///< process ID on that host
    std::string kernel;      ///< boot ID of the kernel: the same for all processes that may share cores
    std::vector<int> cores;  ///< CPU numbers in its affinity mask
    int unboundCores = 0;    ///< number of cores it could use without an affinity mask
    bool operator==(const GroupMember&) const = default;
};

/// Describes the calling process.
GroupMember thisMember();
std::string toText(const GroupMember& member);
/// Parses the output of `toText`; unreadable parts keep their defaults.
GroupMember memberFromText(const std::string& text);
/// "on node3, process ID 4711"
std::string whereabouts(const GroupMember& member);

/// Number of compute threads of each member: its share of the cores in its affinity mask, at least 1. Cores in several
/// masks are split evenly; a launcher that binds each process to its own cores has split them already.
std::vector<int> threadsOf(const std::vector<GroupMember>& members);

/// Sets the numbers of processes, threads and hosts in `device`; changes nothing else.
void describeProcesses(const std::vector<GroupMember>& members, DeviceFacts& device);

}  // namespace recscope
