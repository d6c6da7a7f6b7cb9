// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/kernels/matrix.h"
#include "core/util/random.h"

namespace recscope::kernels {

/// Generates the dropout keys of one forward pass in order. The n-th key depends only on (seed, n).
class DropoutKeys {
public:
    explicit DropoutKeys(std::uint64_t seed) : m_seed(seed) {}

    /// p = 0 means no dropout and does not advance the count.
    Dropout next(double p) {
        if (p <= 0) return {};
        return {.key = mixBits(m_seed + mixBits(++m_count)), .p = p};
    }

private:
    std::uint64_t m_seed;
    std::uint64_t m_count = 0;
};

}  // namespace recscope::kernels
