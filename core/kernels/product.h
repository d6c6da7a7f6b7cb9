// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope::kernels {

/// One factor of a matrix product. Its rows are `stride` floats apart in memory. If `transposed` is set, the factor is
/// the transpose of the stored matrix.
struct Factor {
    const float* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
};

/// The precision of the factors of a matrix product; sums and results are always float32.
enum class Precision { Float32, BFloat16 };

/// Whether the processor has bfloat16 instructions (AVX-512 BF16, AMX).
bool hasBFloat16();

/// While this object exists, the calling thread computes its matrix products with this precision; the default is
/// float32.
class ProductPrecision {
public:
    explicit ProductPrecision(Precision precision);
    ~ProductPrecision();
    ProductPrecision(const ProductPrecision&) = delete;
    ProductPrecision& operator=(const ProductPrecision&) = delete;

private:
    Precision m_before;
};

/// While this object exists, the calling thread computes its matrix products without helper threads. LibTorch's own
/// thread count stays unchanged: changing it makes LibTorch stop and restart its threads, which takes longer than a
/// small training step.
class OneThreadProducts {
public:
    OneThreadProducts();
    ~OneThreadProducts();
    OneThreadProducts(const OneThreadProducts&) = delete;
    OneThreadProducts& operator=(const OneThreadProducts&) = delete;

private:
    int m_before;
};

/// Makes the calling thread compute all its later matrix products without helper threads, so that no thread waits for
/// another within a product.
void useOneThread();

/// c = alpha a b + beta c for a (M, K), b (K, N), c (M, N) with rows `cStride` floats apart; through oneDNN, with as
/// many threads as OpenMP grants the caller. beta is 0 or 1; if it is 0, the old values of c are not read.
void product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
             std::int64_t K, float alpha = 1, float beta = 0);

}  // namespace recscope::kernels
