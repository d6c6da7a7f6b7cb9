// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/recommender/device_choice.h"

namespace recscope {

torch::Device torchDevice(Device device);

/// Tokens per micro-batch: on the CPU as many as fit the caches and take well under a second, on a GPU as many as keep
/// it busy.
std::int64_t microBatchTokensFor(const torch::Device& device);

}  // namespace recscope
