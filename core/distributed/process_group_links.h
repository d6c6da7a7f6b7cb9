// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

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

constexpr auto kCheckInterval = std::chrono::milliseconds(200);  ///< interval of checks while waiting for a sum

/// One process's connections to the other processes of its process group.
struct ProcessGroup::Links {
    RankInfo rankInfo;
    Rendezvous rendezvous;
    Heartbeat::Store store;
    std::unique_ptr<Heartbeat> heartbeat;
    std::vector<GroupMember> members;
    std::vector<int> threads;
    GlooGroup group;
    bool isBroken = false;
    std::optional<std::shared_ptr<GpuSums>> gpuSums;  ///< set by the first `gpuSumsOf`; null = sums go through the CPU
    std::int64_t checks = 0;                          ///< `Heartbeat::checks` at the last check
    int waitsWithoutCheck = 0;      ///< number of waits of `kCheckInterval` in a row during which `checks` did not rise
    torch::Tensor floats, doubles;  ///< buffers that an abandoned sum may still access

    /// Waits for the work to finish. Throws PeerLostError if a process is lost.
    void finish(const c10::intrusive_ptr<c10d::Work>& work);
    /// Whether the heartbeat has a verdict. To be called every `kCheckInterval` while waiting, because it also calls
    /// `Heartbeat::giveUp` if the heartbeat thread hangs.
    bool isHeartbeatLost();
    template <class T>
    void sum(std::span<T> numbers, torch::Tensor& buffer);
    /// Throws PeerLostError with the verdict `why` of the heartbeat or, if there is none, with `words`, the error
    /// message of the library.
    [[noreturn]] void lose(const std::optional<Heartbeat::Verdict>& why, const std::string& words);
};

}  // namespace recscope
