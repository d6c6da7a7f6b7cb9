// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/product.h"

#include <dnnl.h>
#include <omp.h>

#include <stdexcept>
#include <utility>

#include "core/kernels/bfloat16_product.h"

namespace recscope::kernels {

namespace {
thread_local Precision g_precision = Precision::Float32;
// Products with fewer multiplications stay in float32: rounding their factors would take longer than bfloat16 saves.
constexpr std::int64_t kMinMultiplications = 1 << 17;
}  // namespace

ProductPrecision::ProductPrecision(Precision precision) : m_before(std::exchange(g_precision, precision)) {}

ProductPrecision::~ProductPrecision() {
    g_precision = m_before;
}

OneThreadProducts::OneThreadProducts() : m_before(omp_get_max_threads()) {
    omp_set_num_threads(1);
}

OneThreadProducts::~OneThreadProducts() {
    omp_set_num_threads(m_before);
}

void useOneThread() {
    omp_set_num_threads(1);
}

void product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
             std::int64_t K, float alpha, float beta) {
    if (g_precision == Precision::BFloat16 && M * N * K >= kMinMultiplications) {
        bfloat16Product(a, b, c, cStride, M, N, K, alpha, beta);
        return;
    }
    const dnnl_status_t status = dnnl_sgemm(a.transposed ? 'T' : 'N', b.transposed ? 'T' : 'N', M, N, K, alpha, a.data,
                                            a.stride, b.data, b.stride, beta, c, cStride);
    if (status != dnnl_success) throw std::runtime_error("oneDNN refused a matrix product");
}

}  // namespace recscope::kernels
