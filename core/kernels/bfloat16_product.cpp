// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/bfloat16_product.h"

#include <array>
#include <dnnl.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/kernels/loops.h"

namespace recscope::kernels {

namespace {

using Type = dnnl::memory::data_type;

/// The oneDNN primitives of one thread: one for each combination of transposed factors and accumulation, created on
/// first use and valid for all sizes.
class Multiplier {
public:
    static Multiplier& ofThisThread() {
        static thread_local Multiplier multiplier;
        return multiplier;
    }

    void multiply(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
                  std::int64_t K, float alpha, bool accumulate) {
        const dnnl::memory left = rounded(a, M, K, alpha, m_left), right = rounded(b, K, N, 1, m_right);
        const dnnl::memory sums({{M, N}, Type::f32, dnnl::memory::dims{cStride, 1}}, m_engine, c);
        primitive(a.transposed, b.transposed, accumulate)
            .execute(m_stream, {{DNNL_ARG_SRC, left}, {DNNL_ARG_WEIGHTS, right}, {DNNL_ARG_DST, sums}});
    }

private:
    /// Returns the factor times `scale`, rounded to bfloat16. The copy in `into` is contiguous and has the memory
    /// layout of the factor (transposed or not).
    dnnl::memory rounded(const Factor& factor, std::int64_t rows, std::int64_t columns, float scale,
                         std::vector<std::uint16_t>& into) {
        const std::int64_t storedRows = factor.transposed ? columns : rows,
                           storedColumns = factor.transposed ? rows : columns;
        into.resize(static_cast<std::size_t>(rows * columns));
        if (factor.stride == storedColumns) {
            roundToBFloat16(factor.data, into.data(), rows * columns, scale);
        } else {
            for (std::int64_t i = 0; i < storedRows; ++i)
                roundToBFloat16(factor.data + i * factor.stride, into.data() + i * storedColumns, storedColumns, scale);
        }
        const dnnl::memory::dims strides =
            factor.transposed ? dnnl::memory::dims{1, storedColumns} : dnnl::memory::dims{storedColumns, 1};
        return {{{rows, columns}, Type::bf16, strides}, m_engine, into.data()};
    }

    dnnl::matmul& primitive(bool leftTransposed, bool rightTransposed, bool accumulate) {
        std::optional<dnnl::matmul>& kept =
            m_primitives[(leftTransposed ? 4U : 0U) + (rightTransposed ? 2U : 0U) + (accumulate ? 1U : 0U)];
        if (!kept) {
            constexpr dnnl::memory::dim any = DNNL_RUNTIME_DIM_VAL;
            const auto description = [](Type type, bool transposed) {
                return dnnl::memory::desc({any, any}, type,
                                          transposed ? dnnl::memory::dims{1, any} : dnnl::memory::dims{any, 1});
            };
            dnnl::primitive_attr attributes;
            dnnl::post_ops postOps;
            if (accumulate) postOps.append_sum(1);
            attributes.set_post_ops(postOps);
            const dnnl::matmul::desc operation(description(Type::bf16, leftTransposed),
                                               description(Type::bf16, rightTransposed), description(Type::f32, false));
            kept.emplace(dnnl::matmul::primitive_desc(operation, attributes, m_engine));
        }
        return *kept;
    }

    dnnl::engine m_engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream m_stream{m_engine};
    std::array<std::optional<dnnl::matmul>, 8> m_primitives;
    std::vector<std::uint16_t> m_left, m_right;
};

}  // namespace

bool hasBFloat16() {
    const auto required = static_cast<unsigned>(dnnl::cpu_isa::avx512_core_bf16);
    return (static_cast<unsigned>(dnnl::get_effective_cpu_isa()) & required) == required;
}

void bfloat16Product(const Factor& a, const Factor& b, float* c, std::int64_t cStride, std::int64_t M, std::int64_t N,
                     std::int64_t K, float alpha, float beta) {
    if (beta != 0 && beta != 1) throw std::invalid_argument("beta of a bfloat16 product must be 0 or 1");
    Multiplier::ofThisThread().multiply(a, b, c, cStride, M, N, K, alpha, beta == 1);
}

}  // namespace recscope::kernels
