// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fast/product.h"

#include <dnnl.h>

#include <stdexcept>

namespace recscope::fast {

void product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
             std::int64_t K, float alpha, float beta) {
    const dnnl_status_t status = dnnl_sgemm(a.transposed ? 'T' : 'N', b.transposed ? 'T' : 'N', M, N, K, alpha, a.data,
                                            a.stride, b.data, b.stride, beta, c, cStride);
    if (status != dnnl_success) throw std::runtime_error("oneDNN refused a matrix product");
}

}  // namespace recscope::fast
