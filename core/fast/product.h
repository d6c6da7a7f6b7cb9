// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope::fast {

/// A factor of a product: its rows are `stride` floats apart. With `transposed` it stands for its transpose.
struct Factor {
    const float* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
};

/// c = alpha a b + beta c for a (M, K), b (K, N), c (M, N) with rows `cStride` floats apart; float32, through oneDNN,
/// in as many threads as OpenMP gives the caller. With beta = 0 the old values of c are not read.
void product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
             std::int64_t K, float alpha = 1, float beta = 0);

}  // namespace recscope::fast
