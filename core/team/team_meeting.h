// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <vector>

#include "core/team/team.h"
#include "core/team/team_cores.h"
#include "core/team/team_watch.h"

namespace recscope {

class MeetingFile;

/// The way to the others: where rank 0's store is, and under which address this host is known to them.
struct Meeting {
    std::string address, own;
    std::uint16_t port = 0;
};

/// Of rank 0, which alone `serves` it. Throws what LibTorch throws.
TeamWatch::Store openStore(const Meeting& meeting, bool serves);

/// Waits for something, telling so, at most as long as gathering may take.
class Patience {
public:
    /// `hint`: what to look at if the wait is for nothing.
    Patience(const Team::Waiting& waiting, std::string hint, std::stop_token stop);
    /// `what`: "for …". Throws Error(Cancelled), TeamLost.
    void waitUntil(const std::function<bool()>& isThere, const std::function<std::string()>& what);

private:
    const Team::Waiting& m_waiting;
    std::string m_hint;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    bool m_hasTold = false;
};

/// Rank 0 opens the store, the others find it: by a file, or at the seat's address. Throws Error(Input) if who answers
/// there is not rank 0.
TeamWatch::Store meet(const TeamSeat& seat, Meeting& meeting, const std::optional<MeetingFile>& file,
                      Patience& patience);

/// Says where this process is and waits until all have; rank 0 checks that each is there once.
std::vector<TeamMember> gather(const TeamSeat& seat, c10d::TCPStore& store, const TeamWatch& watch, Patience& patience);

/// Under which address the others reach this host, once all are gathered.
std::string ownAddress(const Meeting& meeting, c10d::TCPStore& store);

/// How long a sum may take: rank 0 may write for long before it, and who is lost is the watch's to say.
constexpr std::chrono::milliseconds kPatientSum = std::chrono::hours(24);

using TeamGroup = c10::intrusive_ptr<c10d::ProcessGroupGloo>;
/// The group over which they sum. `own` is an address of this host. Throws TeamLost; Error(Input) if it is this process
/// that cannot be reached.
TeamGroup connectAll(const TeamSeat& seat, const TeamWatch::Store& store, const std::string& own,
                     const TeamWatch& watch);

/// Of what a library threw, to stand before a full stop.
std::string firstLine(const std::exception& error);
[[noreturn]] void throwLost(const TeamWatch::Verdict& why);

}  // namespace recscope
