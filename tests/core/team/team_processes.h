// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "core/team/team.h"

namespace recscope::test {

/// What one process of a team left.
struct MemberOutcome {
    std::string text;  ///< what its work returned, or "error: " and the sentence
    int signal = 0;    ///< that ended it, or 0
};

/// Processes, children of this one, each of which joins a team of its own and does the same work.
class TeamProcesses {
public:
    using Work = std::function<std::string(Team&)>;
    /// `launch` names the team; no other test has it. Each process calls `before` with its rank before it joins.
    TeamProcesses(const std::string& launch, int size, const Work& work, const std::function<void(int)>& before = {});
    /// One process alone in its seat.
    TeamProcesses(const TeamSeat& seat, const Work& work) { start(seat, work, {}); }
    ~TeamProcesses();
    TeamProcesses(const TeamProcesses&) = delete;
    TeamProcesses& operator=(const TeamProcesses&) = delete;

    MemberOutcome wait(int rank);
    /// Of all, by rank.
    std::vector<MemberOutcome> wait();

private:
    struct Child {
        pid_t process = -1;
        int readEnd = -1;
    };
    void start(const TeamSeat& seat, const Work& work, const std::function<void(int)>& before);

    std::vector<Child> m_children;
};

}  // namespace recscope::test
