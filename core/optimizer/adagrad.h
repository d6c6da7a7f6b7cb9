// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// Numbers that Adagrad changes, and what it keeps of each.
struct AdagradNumbers {
    float* values = nullptr;
    float* squares = nullptr;   ///< sum of the squared gradients; 0 at first
    float* velocity = nullptr;  ///< the last step, 0 at first; not used without momentum

    AdagradNumbers at(std::int64_t offset) const {
        return {values + offset, squares + offset, velocity ? velocity + offset : nullptr};
    }
};

/// One step of `count` numbers, as GRU4Rec's code has it: rate g / sqrt(sum + 1e-6) is subtracted, and with momentum m
/// the step before, times m, is added. Numbers that have no gradient are not to be stepped, momentum or not.
void adagradStep(const AdagradNumbers& at, const float* gradient, std::int64_t count, double rate, double momentum);

}  // namespace recscope
