// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace recscope {

/// softmax(q k^T / sqrt(D) + mask) v through LibTorch's scaled dot-product attention: a single kernel if LibTorch has
/// one for the device and D. The attention weights are not stored. Dropout draws from the device's generator.
/// Shapes, for B histories, H heads, T positions and D values per head: queries, keys, values (B, H, T, D), mask (B, 1,
/// T, T) -> (B, H, T, D).
torch::Tensor fusedAttention(const torch::Tensor& queries, const torch::Tensor& keys, const torch::Tensor& values,
                             const torch::Tensor& mask, double dropout);

}  // namespace recscope
