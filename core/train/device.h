// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <string>

#include "core/train/trainer.h"

namespace recscope {

/// The device of a choice; Auto takes CUDA when LibTorch has it. Throws Error(Usage) if CUDA is asked for and absent.
/// Also gives the calling thread all cores for products on the CPU.
torch::Device openDevice(DeviceChoice choice);

/// While it lives, the calling thread computes alone. One history is too little to share, and with a training beside it
/// a thread that helps would be waited for.
class OneThread {
public:
    OneThread();
    ~OneThread();
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int m_before;
};

/// Whether a run's products are rounded on this device: it asks for that, and the device is faster for it.
bool roundsProducts(const RunConfig& config, const torch::Device& device);

/// "cpu, 2 threads", "cpu, 2 threads, bfloat16 products", "cuda"
std::string describeDevice(const torch::Device& device, const RunConfig& config);

/// Tokens computed at once: on the CPU what stays in the caches and takes well under a second, on a GPU what keeps it
/// busy.
std::int64_t sliceTokensFor(const torch::Device& device);

}  // namespace recscope
