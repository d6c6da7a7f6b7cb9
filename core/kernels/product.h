// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope::kernels {

/// A factor of a product: its rows are `stride` floats apart. With `transposed`, the factor is the transpose of what is
/// stored.
struct Factor {
    const float* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
};

enum class Precision { Float32, BFloat16 };

/// Whether the processor has bfloat16 instructions (AVX-512 BF16, AMX).
bool hasBFloat16();

/// While an object lives, the products of the calling thread have this precision; the default is float32.
class ProductPrecision {
public:
    explicit ProductPrecision(Precision precision);
    ~ProductPrecision();
    ProductPrecision(const ProductPrecision&) = delete;
    ProductPrecision& operator=(const ProductPrecision&) = delete;

private:
    Precision m_before;
};

/// While an object lives, the calling thread computes its products alone. LibTorch's own thread count is left as it is:
/// setting it makes LibTorch stop and restart its threads, which takes longer than a small step.
class ComputeAlone {
public:
    ComputeAlone();
    ~ComputeAlone();
    ComputeAlone(const ComputeAlone&) = delete;
    ComputeAlone& operator=(const ComputeAlone&) = delete;

private:
    int m_before;
};

/// Makes the calling thread compute all its later products alone, so that no thread waits for another within a product.
void computeAlone();

/// c = alpha a b + beta c for a (M, K), b (K, N), c (M, N) with rows `cStride` floats apart; through oneDNN, with as
/// many threads as OpenMP grants the caller. beta is 0 or 1; with 0 the old values of c are not read.
void product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
             std::int64_t K, float alpha = 1, float beta = 0);

}  // namespace recscope::kernels
