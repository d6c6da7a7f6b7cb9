// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

namespace recscope {

/// Detects whether the other processes of a process group are alive, and distributes the error message of a process
/// that fails. A thread increments this process's counter in the store (the key-value store that rank 0 hosts) and
/// checks other counters: rank 0 checks the counters of all other ranks, and every other rank checks the counter of
/// rank 0.
class Heartbeat {
public:
    using Store = c10::intrusive_ptr<c10d::TCPStore>;
    /// `store`: a connection to the store that is used only by this object.
    Heartbeat(Store store, int rank, int size);
    /// Rank 0 waits up to five seconds for the other ranks to leave, because its process hosts the store.
    ~Heartbeat();

    /// The reason why the process group is lost, as an error message.
    struct Verdict {
        std::string sentence, hint;
    };
    /// The reason why the process group is lost; nothing while it is not lost.
    std::optional<Verdict> verdict() const;
    /// Waits up to seven seconds for a verdict; detecting a lost process takes less time. Returns nothing if there is
    /// still no verdict.
    std::optional<Verdict> waitForVerdict() const;
    /// Requests a stop as soon as the process group is lost.
    std::stop_token lost() const;
    /// Publishes a failure of this process. Returns as soon as the other ranks can read it, but after two seconds at
    /// the latest.
    void reportFailure(const Verdict& failure);
    /// How often this process has checked the other processes so far. If it stops rising, the heartbeat thread hangs in
    /// a call to an unreachable host.
    std::int64_t checks() const;
    /// For a heartbeat thread that hangs: abandons the thread, and sets and returns the verdict.
    Verdict giveUp();

    /// The store key under which a process publishes its `GroupMember`.
    static std::string memberKey(int rank) { return "member/" + std::to_string(rank); }

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace recscope
