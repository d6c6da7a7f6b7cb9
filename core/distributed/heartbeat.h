// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

namespace recscope {

/// Sees whether the others of a process group are alive, and carries the sentence of one that fails. A thread counts up
/// this process's number in the store and looks at the others' numbers: rank 0 at all, they at rank 0's.
class Heartbeat {
public:
    using Store = c10::intrusive_ptr<c10d::TCPStore>;
    /// `store` is used by nobody else.
    Heartbeat(Store store, int rank, int size);
    /// Rank 0 stays, for seconds at most, until the others have left: the store is in its process.
    ~Heartbeat();

    struct Verdict {
        std::string sentence, hint;
    };
    /// Why the process group is lost; nothing while it is not.
    std::optional<Verdict> verdict() const;
    /// The same, after waiting for it as long as it takes at most to miss somebody.
    std::optional<Verdict> waitForVerdict() const;
    std::stop_token lost() const;
    /// Returns when the others can read it, or after two seconds.
    void reportFailure(const Verdict& failure);
    /// How often it has looked. A heartbeat that does not look any more hangs in a call to a host that is gone.
    std::int64_t looks() const;
    /// The verdict in that case; the thread is left behind.
    Verdict giveUp();

    static std::string memberKey(int rank) { return "member/" + std::to_string(rank); }

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace recscope
