// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/dropout.h"

#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include "core/kernels/loops.h"

namespace recscope {

void seedDropout(const torch::Device& device, std::uint64_t seed) {
    if (device.is_cuda()) torch::cuda::manual_seed(seed);
}

torch::Tensor DropoutStream::apply(const torch::Tensor& values, double p) {
    if (p <= 0) return values;
    if (!values.device().is_cpu()) return torch::dropout(values, p, /*train=*/true);
    const kernels::Dropout dropout = m_keys.next(p);
    const auto mask = torch::empty(values.sizes(), torch::TensorOptions().dtype(torch::kFloat));
    float* data = mask.data_ptr<float>();
    TORCH_CHECK(mask.numel() < (std::int64_t{1} << 32), "a dropout mask is limited to 2^32 elements");
    at::parallel_for(0, mask.numel(), /*grain_size=*/1 << 15, [&](std::int64_t begin, std::int64_t end) {
        kernels::fillMask(data, begin, end, kernels::DropoutMask(dropout));
    });
    return values * mask;
}

}  // namespace recscope
