// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"

namespace recscope::kernels {

/// `product` with both factors rounded to bfloat16 (8 significant bits, to the nearest, ties to even); sums and c stay
/// float32. Precondition: `hasBFloat16()`. Throws std::invalid_argument if beta is neither 0 nor 1.
void bfloat16Product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
                     std::int64_t K, float alpha, float beta);

}  // namespace recscope::kernels
