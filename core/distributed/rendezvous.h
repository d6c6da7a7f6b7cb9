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

#include "core/distributed/heartbeat.h"
#include "core/distributed/process_cores.h"
#include "core/distributed/process_group.h"

namespace recscope {

class RendezvousFile;

/// The way to the others: where rank 0's store is, and under which address this host is known to them.
struct Rendezvous {
    std::string address, own;
    std::uint16_t port = 0;
};

/// Of rank 0, which alone `serves` it. Throws what LibTorch throws.
Heartbeat::Store openStore(const Rendezvous& rendezvous, bool serves);

/// Waits for something, telling so, at most as long as gathering may take.
class Patience {
public:
    /// `hint`: what to look at if the wait is for nothing.
    Patience(const ProcessGroup::Waiting& waiting, std::string hint, std::stop_token stop);
    /// `what`: "for …". Throws Error(Cancelled), PeerLostError.
    void waitUntil(const std::function<bool()>& isThere, const std::function<std::string()>& what);

private:
    const ProcessGroup::Waiting& m_waiting;
    std::string m_hint;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    bool m_hasReported = false;
};

/// Rank 0 opens the store, the others find it: by a file, or at the rank info's address. Throws Error(Input) if who
/// answers there is not rank 0.
Heartbeat::Store meet(const RankInfo& rankInfo, Rendezvous& rendezvous, const std::optional<RendezvousFile>& file,
                      Patience& patience);

/// Says where this process is and waits until all have; rank 0 checks that each is there once.
std::vector<GroupMember> gather(const RankInfo& rankInfo, c10d::TCPStore& store, const Heartbeat& watch,
                                Patience& patience);

/// Under which address the others reach this host, once all are gathered.
std::string ownAddress(const Rendezvous& rendezvous, c10d::TCPStore& store);

/// How long a sum may take: rank 0 may write for long before it, and who is lost is the heartbeat's to say.
constexpr std::chrono::milliseconds kPatientSum = std::chrono::hours(24);

using GlooGroup = c10::intrusive_ptr<c10d::ProcessGroupGloo>;
/// The group over which they sum. `own` is an address of this host. Throws PeerLostError; Error(Input) if it is this
/// process that cannot be reached.
GlooGroup connectAll(const RankInfo& rankInfo, const Heartbeat::Store& store, const std::string& own,
                     const Heartbeat& watch);

/// Of what a library threw, to stand before a full stop.
std::string firstLine(const std::exception& error);
[[noreturn]] void throwLost(const Heartbeat::Verdict& why);

}  // namespace recscope
