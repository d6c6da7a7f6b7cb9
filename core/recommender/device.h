// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/recommender/device_choice.h"

namespace recscope {

torch::Device torchDevice(Device device);

/// Tokens computed at once: on the CPU what stays in the caches and takes well under a second, on a GPU what keeps it
/// busy.
std::int64_t microBatchTokensFor(const torch::Device& device);

}  // namespace recscope
