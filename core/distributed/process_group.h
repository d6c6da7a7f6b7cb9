// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "core/distributed/rank_info.h"
#include "core/util/device_facts.h"
#include "core/util/error.h"

namespace recscope {

/// Another process of the process group failed, ended or cannot be reached. The error carries the message of that
/// process if it could send one.
class PeerLostError : public Error {
public:
    using Error::Error;
};

/// The processes that train one run together, as seen by one of them. All processes call `sum` and `broadcast` in the
/// same order. If a process ends without reporting a failure, the other processes notice within seconds, and their
/// pending calls throw PeerLostError. Not thread-safe: use it from one thread.
class ProcessGroup {
public:
    /// Called with a status sentence while waiting for the other processes.
    using Waiting = std::function<void(const std::string& sentence)>;
    /// Returns when all processes have joined. Throws PeerLostError if some have not joined within five minutes or if
    /// one of them fails meanwhile, Error(Cancelled) on a stop request, and Error(Input) if the rendezvous cannot be
    /// reached or its port is taken.
    static std::unique_ptr<ProcessGroup> join(const RankInfo& rankInfo, const Waiting& waiting,
                                              const std::stop_token& stop);
    ~ProcessGroup();
    ProcessGroup(const ProcessGroup&) = delete;
    ProcessGroup& operator=(const ProcessGroup&) = delete;

    int rank() const;
    int size() const;
    bool isRank0() const { return rank() == 0; }
    int rankOnHost() const;   ///< 0-based, among this host's processes; set by the launcher, else in rank order
    int threads() const;      ///< number of compute threads of this process (`threadsOf`)
    int firstThread() const;  ///< number of compute threads of all lower ranks together
    int allThreads() const;
    int coresOfLeader() const;  ///< cores that one process without an affinity mask could use on rank 0's host
    void describe(DeviceFacts& device) const;  ///< sets the numbers of processes, threads and hosts

    /// Replaces each number by its sum over all processes; the result is bit-identical on all ranks.
    void sum(std::span<float> numbers);
    void sum(std::span<double> numbers);
    /// Returns the `text` of rank 0; the `text` of the other ranks is ignored.
    std::string broadcast(const std::string& text);

    /// Reports to the other processes that this process cannot continue, and why. They throw PeerLostError with
    /// `sentence`.
    void reportFailure(const std::string& sentence, const std::string& hint);
    /// Throws PeerLostError if a process is lost.
    void throwIfLost() const;
    /// Requests a stop as soon as a process is lost.
    std::stop_token lost() const;

    /// Whether an abandoned thread still waits for a lost process: the program must then exit without cleanup
    /// (`std::_Exit`).
    static bool leavesThreadsBehind();

    struct Links;
    Links& links() { return *m_links; }  ///< for core/distributed only

private:
    explicit ProcessGroup(std::unique_ptr<Links> links);
    std::unique_ptr<Links> m_links;
};

}  // namespace recscope
