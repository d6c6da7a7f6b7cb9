// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope::kernels {

/// A non-owning view of a row-major matrix of floats, without gaps between rows.
struct Matrix {
    float* data = nullptr;
    std::int64_t rows = 0, columns = 0;

    float* row(std::int64_t i) const { return data + i * columns; }
    std::int64_t size() const { return rows * columns; }
};

/// One application of dropout: a hash of (key, i) decides whether element i of a matrix is dropped. The masks equal
/// those of DropoutStream (core/models/transformer/dropout.h). The backward pass recomputes the masks instead of
/// storing them.
struct Dropout {
    std::uint64_t key = 0;
    double p = 0;  ///< 0…1; 0 = nothing is dropped
};

}  // namespace recscope::kernels
