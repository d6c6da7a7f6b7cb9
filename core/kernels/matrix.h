// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope::kernels {

/// A view of floats, row by row without gaps. Who made it owns them.
struct Matrix {
    float* data = nullptr;
    std::int64_t rows = 0, columns = 0;

    float* row(std::int64_t i) const { return data + i * columns; }
    std::int64_t size() const { return rows * columns; }
};

/// What a step drops: element i of a matrix is dropped if a hash of (key, i) says so. The same masks as those of
/// DropoutStream, and the same again in the backward pass: none is stored.
struct Dropout {
    std::uint64_t key = 0;
    double p = 0;  ///< 0…1; 0 = nothing is dropped
};

}  // namespace recscope::kernels
