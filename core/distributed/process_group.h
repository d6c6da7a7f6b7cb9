// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "core/distributed/rank_info.h"
#include "core/util/error.h"

namespace recscope {

/// Another process of the process group failed, ended, or cannot be reached: its sentence, if it had time for one.
class PeerLostError : public Error {
public:
    using Error::Error;
};

/// The processes that train one run together, as seen by one of them. All call `sum` and `broadcast` in the same order.
/// A process that ends without a word is missed within seconds: whatever the others wait for then throws PeerLostError.
/// Used by one thread.
class ProcessGroup {
public:
    /// Told now and then while the others are waited for.
    using Waiting = std::function<void(const std::string& sentence)>;
    /// Returns when all are there. Throws PeerLostError if they are not within five minutes, or if one of them fails
    /// meanwhile; Error(Cancelled) on a stop, Error(Input) if nothing can be reached or a port is taken.
    static std::unique_ptr<ProcessGroup> join(const RankInfo& rankInfo, const Waiting& waiting,
                                              const std::stop_token& stop);
    ~ProcessGroup();
    ProcessGroup(const ProcessGroup&) = delete;
    ProcessGroup& operator=(const ProcessGroup&) = delete;

    int rank() const;
    int size() const;
    bool leads() const { return rank() == 0; }
    int rankOnHost() const;   ///< 0 for the first process of each host, as their starter counted them
    int threads() const;      ///< what this process computes with: the cores are shared out, not used twice
    int firstThread() const;  ///< threads of the processes before this one
    int allThreads() const;
    int coresOfLeader() const;     ///< what one process alone might compute with where rank 0 is, bound or not
    std::string describe() const;  ///< "2 processes x 1 thread"

    /// Each number becomes its sum over all processes: everywhere the same bits.
    void sum(std::span<float> numbers);
    void sum(std::span<double> numbers);
    /// What rank 0 gave; what the others give counts for nothing.
    std::string broadcast(const std::string& text);

    /// Tells the others that this process cannot go on, and why. They throw PeerLostError with this sentence.
    void reportFailure(const std::string& sentence, const std::string& hint);
    /// Throws PeerLostError if one is lost.
    void throwIfLost() const;
    /// Asks for a stop as soon as one is lost.
    std::stop_token lost() const;

    /// Whether something waits for a lost process and cannot be called back: such a program must end without tidying
    /// up (`std::_Exit`).
    static bool leavesThreadsBehind();

    struct Links;
    Links& links() { return *m_links; }  ///< of core/process group alone

private:
    explicit ProcessGroup(std::unique_ptr<Links> links);
    std::unique_ptr<Links> m_links;
};

}  // namespace recscope
