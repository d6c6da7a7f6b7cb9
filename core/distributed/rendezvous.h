// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

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

/// The address and port of rank 0's store, and the address by which the other processes reach this host (`own`).
struct Rendezvous {
    std::string address, own;
    std::uint16_t port = 0;
};

/// Opens the store that rank 0 hosts. `serves`: true only for rank 0. Throws the exceptions of LibTorch.
Heartbeat::Store openStore(const Rendezvous& rendezvous, bool serves);

/// Waits while the processes of a group join, for at most five minutes in total, and reports what it waits for.
class JoinTimer {
public:
    /// `hint`: states what the user should check if the wait times out.
    JoinTimer(const ProcessGroup::Waiting& waiting, std::string hint, std::stop_token stop);
    /// `what` completes the sentence "Waiting …", for example "for the process with rank 0". Throws Error(Cancelled) on
    /// a stop request, and PeerLostError after five minutes.
    void waitUntil(const std::function<bool()>& isDone, const std::function<std::string()>& what);

private:
    const ProcessGroup::Waiting& m_waiting;
    std::string m_hint;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    bool m_hasReported = false;
};

/// Rank 0 opens the store, and the other ranks connect to it: at the port in the rendezvous file, or at the address in
/// `rankInfo`. Throws Error(Input) if the program that replies is not rank 0, and the errors of `JoinTimer`.
Heartbeat::Store connectToStore(const RankInfo& rankInfo, Rendezvous& rendezvous,
                                const std::optional<RendezvousFile>& file, JoinTimer& joinTimer);

/// Publishes where this process runs and waits until all processes have done so. Throws Error(Usage) if the processes
/// disagree on their number, or if two have the same rank.
std::vector<GroupMember> gatherMembers(const RankInfo& rankInfo, c10d::TCPStore& store, const Heartbeat& heartbeat,
                                       JoinTimer& joinTimer);

/// The address by which the other processes reach this host. Precondition: `gatherMembers` has returned.
std::string ownAddress(const Rendezvous& rendezvous, c10d::TCPStore& store);

/// Timeout of a sum. It is long because rank 0 may write files before it joins the sum; the heartbeat detects lost
/// processes much earlier.
constexpr std::chrono::milliseconds kSumTimeout = std::chrono::hours(24);

using GlooGroup = c10::intrusive_ptr<c10d::ProcessGroupGloo>;
/// Connects the Gloo process group for the sums. `address`: an address of this host. Throws PeerLostError, and
/// Error(Input) if this process cannot be connected.
GlooGroup connectAll(const RankInfo& rankInfo, const Heartbeat::Store& store, const std::string& address,
                     const Heartbeat& heartbeat);

/// The first line of a library's error message without trailing full stops.
std::string firstLine(const std::exception& error);
[[noreturn]] void throwLost(const Heartbeat::Verdict& why);

}  // namespace recscope
