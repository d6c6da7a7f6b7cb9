// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/distributed/process_group.h"
#include "core/distributed/rendezvous.h"

namespace recscope {

class GpuSums;

constexpr auto kLookAgain = std::chrono::milliseconds(200);  ///< while a sum is waited for

/// What joins one process to the others of its process group.
struct ProcessGroup::Links {
    RankInfo rankInfo;
    Rendezvous rendezvous;
    Heartbeat::Store store;
    std::unique_ptr<Heartbeat> watch;
    std::vector<GroupMember> members;
    std::vector<int> threads;
    GlooGroup group;
    bool isBroken = false;
    std::optional<std::shared_ptr<GpuSums>> gpuSums;  ///< once asked for; null: they have none
    std::int64_t looks = 0;                           ///< of the heartbeat, when it was last asked
    int waitsWithoutLook = 0;
    torch::Tensor floats, doubles;  ///< what is summed, so that a sum nobody waits for any more has it to itself

    /// Returns when the work is done; throws PeerLostError.
    void finish(const c10::intrusive_ptr<c10d::Work>& work);
    /// Whether there is a verdict. To be asked now and then (`kLookAgain`) while something is waited for: a heartbeat
    /// that does not look any more is given up then.
    bool isHeartbeatLost();
    template <class T>
    void sum(std::span<T> numbers, torch::Tensor& buffer);
    /// `words`: what a library said, for the case that the heartbeat knows no reason.
    [[noreturn]] void lose(const std::optional<Heartbeat::Verdict>& why, const std::string& words);
};

}  // namespace recscope
