// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "core/recommender/device_choice.h"

namespace recscope {

/// The LibTorch device; for CUDA, the GPU of this process's `MachineShare`.
torch::Device torchDevice(Device device);

/// Number of tokens per micro-batch. On the CPU, a micro-batch of this size fits into the caches and takes well under a
/// second; on a GPU, it is large enough to keep the GPU busy.
std::int64_t microBatchTokensFor(const torch::Device& device);

}  // namespace recscope
