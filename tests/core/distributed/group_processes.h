// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "core/distributed/process_group.h"

namespace recscope::test {

/// The outcome of one process of a process group.
struct MemberOutcome {
    std::string text;  ///< what the process's work returned, or "error: " and the message
    int signal = 0;    ///< the signal that ended it, or 0
};

/// Child processes that form one process group and each do the same work.
class GroupProcesses {
public:
    using Work = std::function<std::string(ProcessGroup&)>;
    /// `launch` names the process group and must be unique among the tests. Each process calls `before` with its rank
    /// before it joins.
    GroupProcesses(const std::string& launch, int size, const Work& work, const std::function<void(int)>& before = {});
    /// Starts a single process with this rank info.
    GroupProcesses(const RankInfo& rankInfo, const Work& work) { start(rankInfo, work, {}); }
    ~GroupProcesses();
    GroupProcesses(const GroupProcesses&) = delete;
    GroupProcesses& operator=(const GroupProcesses&) = delete;

    /// Waits until the process of this rank ends.
    MemberOutcome wait(int rank);
    /// The outcomes of all processes, by rank.
    std::vector<MemberOutcome> wait();

private:
    struct Child {
        pid_t process = -1;
        int readEnd = -1;
    };
    void start(const RankInfo& rankInfo, const Work& work, const std::function<void(int)>& before);

    std::vector<Child> m_children;
};

}  // namespace recscope::test
