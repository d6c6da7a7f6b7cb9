// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/dropout.h"

#include <ATen/Parallel.h>

#include "core/util/random.h"

namespace recscope {

namespace {

// One body for each vector width, chosen at run time. Sanitizers start after such a choice would run.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define RECSCOPE_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define RECSCOPE_VECTOR_CLONES
#endif

/// mask[i] = 0 where hash(i) < threshold, else keep. 32-bit arithmetic only, so that the loop runs on whole vectors.
/// The constants are those of "lowbias32", found by C. Wellons' search for multiply-xorshift hashes of least bias.
RECSCOPE_VECTOR_CLONES
void fillMask(float* mask, std::uint32_t begin, std::uint32_t end, std::uint32_t keyA, std::uint32_t keyB,
              std::uint32_t threshold, float keep) {
    for (std::uint32_t i = begin; i < end; ++i) {
        std::uint32_t x = i ^ keyA;
        x ^= x >> 16;
        x *= 0x7feb352dU;
        x ^= x >> 15;
        x += keyB;
        x *= 0x846ca68bU;
        x ^= x >> 16;
        mask[i] = x < threshold ? 0.0F : keep;
    }
}

}  // namespace

torch::Tensor DropoutStream::apply(const torch::Tensor& values, double p) {
    if (p <= 0) return values;
    const std::uint64_t key = mixBits(m_seed + mixBits(++m_calls));
    if (!values.device().is_cpu()) {
        torch::cuda::manual_seed(key);
        return torch::dropout(values, p, /*train=*/true);
    }
    const auto mask = torch::empty(values.sizes(), torch::TensorOptions().dtype(torch::kFloat));
    const auto threshold = static_cast<std::uint32_t>(p * 0x1p32);
    const auto keep = static_cast<float>(1 / (1 - p));
    float* data = mask.data_ptr<float>();
    TORCH_CHECK(mask.numel() < (std::int64_t{1} << 32), "a dropout mask is limited to 2^32 elements");
    at::parallel_for(0, mask.numel(), /*grain_size=*/1 << 15, [&](std::int64_t begin, std::int64_t end) {
        fillMask(data, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                 static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), threshold, keep);
    });
    return values * mask;
}

}  // namespace recscope
