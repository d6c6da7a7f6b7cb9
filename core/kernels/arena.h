// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "core/kernels/matrix.h"

namespace recscope::kernels {

/// Memory for the intermediate results of one micro-batch: allocated piece by piece, released together, and reused by
/// the next micro-batch.
class Arena {
public:
    /// Returns uninitialised memory for `count` floats, 64-byte aligned and valid until reset().
    float* floats(std::int64_t count) {
        const std::int64_t rounded = (count + kAlignment - 1) / kAlignment * kAlignment;
        while (m_block < m_blocks.size() && m_used + rounded > m_blocks[m_block].size) {
            ++m_block;
            m_used = 0;
        }
        if (m_block == m_blocks.size()) {
            const std::int64_t size = std::max(rounded, kBlock);
            m_blocks.push_back({Floats(allocate(size)), size});
        }
        float* const begin = m_blocks[m_block].floats.get() + m_used;
        m_used += rounded;
        return begin;
    }
    Matrix matrix(std::int64_t rows, std::int64_t columns) { return {floats(rows * columns), rows, columns}; }
    Matrix zeros(std::int64_t rows, std::int64_t columns) {
        const Matrix made = matrix(rows, columns);
        std::fill_n(made.data, made.size(), 0.0F);
        return made;
    }
    void reset() { m_block = 0, m_used = 0; }

private:
    static constexpr std::int64_t kAlignment = 16;   // in floats: one cache line
    static constexpr std::int64_t kBlock = 1 << 20;  // smallest size of a block, in floats
    struct Free {
        void operator()(float* floats) const { std::free(floats); }
    };
    using Floats = std::unique_ptr<float, Free>;
    struct Block {
        Floats floats;
        std::int64_t size = 0;
    };

    static float* allocate(std::int64_t count) {
        void* const bytes = std::aligned_alloc(64, static_cast<std::size_t>(count) * sizeof(float));
        if (bytes == nullptr) throw std::bad_alloc();
        return static_cast<float*>(bytes);
    }

    std::vector<Block> m_blocks;
    std::size_t m_block = 0;  // index of the block that the next piece comes from
    std::int64_t m_used = 0;  // floats used in that block
};

}  // namespace recscope::kernels
