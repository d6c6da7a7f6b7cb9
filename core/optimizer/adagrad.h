// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// The parameters that Adagrad updates, and its state for each.
struct AdagradNumbers {
    float* values = nullptr;
    float* squares = nullptr;   ///< sum of the squared gradients; initially 0
    float* velocity = nullptr;  ///< the last step, initially 0; not used without momentum

    AdagradNumbers at(std::int64_t offset) const {
        return {values + offset, squares + offset, velocity ? velocity + offset : nullptr};
    }
};

/// One step of `count` parameters, as in GRU4Rec's code: subtracts rate g / sqrt(sum + 1e-6) and, with momentum m, adds
/// m times the previous step. The caller must leave out parameters without a gradient, even with momentum.
void adagradStep(const AdagradNumbers& at, const float* gradient, std::int64_t count, double rate, double momentum);

}  // namespace recscope
