// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace recscope {

/// Where a process of a process group runs, as it tells the others.
struct GroupMember {
    std::string host;        ///< its name, for people
    int process = 0;         ///< its number there
    std::string kernel;      ///< the same for all processes that share cores
    std::vector<int> cores;  ///< numbers of those it may use
    int unboundCores = 0;    ///< how many it might use if nobody had bound it
    bool operator==(const GroupMember&) const = default;
};

GroupMember thisMember();
std::string toText(const GroupMember& member);
/// Of what `toText` wrote; what cannot be read is left out.
GroupMember memberFromText(const std::string& text);
/// "on node3, process number 4711"
std::string whereabouts(const GroupMember& member);

/// How many threads each member computes with: its share of the cores that it may use, at least 1. Cores that several
/// may use are shared; a starter that gave each its own has shared them already.
std::vector<int> threadsOf(const std::vector<GroupMember>& members);

/// "2 processes x 1 thread", "3 processes, 10 threads on 2 hosts"
std::string describeProcesses(const std::vector<GroupMember>& members);

}  // namespace recscope
