// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <memory>
#include <vector>

namespace recscope {

class ProcessGroup;

/// Sums over the GPUs of a process group's processes, each of which has one of its own.
class GpuSums {
public:
    virtual ~GpuSums() = default;
    /// Each tensor, contiguous and on this process's GPU, becomes its sum over all processes; it has when this returns.
    /// All call it in the same order with the same shapes. Throws PeerLostError, and what a GPU throws.
    virtual void sum(const std::vector<torch::Tensor>& tensors) = 0;
};

/// Through NCCL. Null for all where one of them is built with a LibTorch without it, or shares its GPU: then sums go
/// through the CPU (`ProcessGroup::sum`). All call it, with the GPU they compute on; the same group is given again.
/// Throws PeerLostError, and Error(Input) if the GPUs cannot be connected.
std::shared_ptr<GpuSums> gpuSumsOf(ProcessGroup& processGroup, const torch::Device& device);

}  // namespace recscope
