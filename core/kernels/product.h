// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope::kernels {

/// A factor of a product: its rows are `stride` floats apart. With `transposed` it stands for its transpose.
struct Factor {
    const float* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
};

enum class Precision { Float32, BFloat16 };

/// Whether the processor multiplies bfloat16 numbers itself (AVX-512 BF16, AMX).
bool hasBFloat16();

/// While it lives, the calling thread's products have this precision. Without one it is float32.
class ProductPrecision {
public:
    explicit ProductPrecision(Precision precision);
    ~ProductPrecision();
    ProductPrecision(const ProductPrecision&) = delete;
    ProductPrecision& operator=(const ProductPrecision&) = delete;

private:
    Precision m_before;
};

/// While it lives, the calling thread shares no product with others. LibTorch's own number of threads stays: to set it
/// makes LibTorch end its threads and start others, which takes longer than a small step.
class ComputeAlone {
public:
    ComputeAlone();
    ~ComputeAlone();
    ComputeAlone(const ComputeAlone&) = delete;
    ComputeAlone& operator=(const ComputeAlone&) = delete;

private:
    int m_before;
};

/// From now on the calling thread shares no product with others, for good: no thread waits for another within one.
void computeAlone();

/// c = alpha a b + beta c for a (M, K), b (K, N), c (M, N) with rows `cStride` floats apart; through oneDNN, in
/// as many threads as OpenMP gives the caller. beta is 0 or 1; with 0 the old values of c are not read.
void product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
             std::int64_t K, float alpha = 1, float beta = 0);

}  // namespace recscope::kernels
