// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/fused_attention.h"

#include <torch/version.h>

namespace recscope {

torch::Tensor fusedAttention(const torch::Tensor& queries, const torch::Tensor& keys, const torch::Tensor& values,
                             const torch::Tensor& mask, double dropout) {
    // The mask is already causal if necessary. is_causal would require leaving out the mask, and then padding would be
    // attended to.
#if TORCH_VERSION_MAJOR >= 2
    return at::scaled_dot_product_attention(queries, keys, values, mask, dropout, /*is_causal=*/false);
#else
    return std::get<0>(at::_scaled_dot_product_attention(queries, keys, values, mask, dropout,
                                                         /*need_attn_weights=*/false, /*is_causal=*/false));
#endif
}

}  // namespace recscope
