// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <cstdint>

#include "core/kernels/dropout_keys.h"

namespace recscope {

/// Seeds the GPU's random generator, from which dropout draws. Call it once per micro-batch and outside of a CUDA
/// graph, because a replay of the graph starts from the last seed. It has no effect on the CPU, where the seed of the
/// DropoutStream suffices.
void seedDropout(const torch::Device& device, std::uint64_t seed);

/// The dropout of one micro-batch. Counter-based on the CPU: the mask of the n-th call is a function of (seed, n,
/// element) alone, so that a step gives the same results after a resume and with any number of threads.
class DropoutStream {
public:
    explicit DropoutStream(std::uint64_t seed) : m_keys(seed) {}

    /// Sets each value to zero with probability p and scales the others by 1 / (1 - p); 0 <= p < 1.
    torch::Tensor apply(const torch::Tensor& values, double p);

private:
    kernels::DropoutKeys m_keys;
};

}  // namespace recscope
