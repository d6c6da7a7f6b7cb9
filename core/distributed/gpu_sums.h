// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <memory>
#include <vector>

namespace recscope {

class ProcessGroup;

/// All-reduce over the GPUs of a process group, one GPU per process.
class GpuSums {
public:
    virtual ~GpuSums() = default;
    /// Replaces each tensor by its sum over all processes and returns when the sums are complete. The tensors are
    /// contiguous and on this process's GPU. All processes call it in the same order with the same shapes. Throws
    /// PeerLostError and CUDA errors.
    virtual void sum(const std::vector<torch::Tensor>& tensors) = 0;
};

/// Returns an all-reduce by NCCL. Returns null in all processes if one of them uses a LibTorch without NCCL or shares
/// its GPU with another process: use `ProcessGroup::sum` then, which sums on the CPU. Collective: every process calls
/// it with the GPU it computes on. Later calls return the same object. Throws PeerLostError, and Error(Input) if the
/// GPUs cannot be connected.
std::shared_ptr<GpuSums> gpuSumsOf(ProcessGroup& processGroup, const torch::Device& device);

}  // namespace recscope
