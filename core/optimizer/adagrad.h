// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// The parameters that Adagrad updates, and Adagrad's state: arrays with one number per parameter.
struct AdagradState {
    float* values = nullptr;
    float* squares = nullptr;   ///< sum of the squared gradients; initially 0
    float* velocity = nullptr;  ///< the previous update; initially 0, not used without momentum

    /// The same arrays from index `offset` on.
    AdagradState at(std::int64_t offset) const {
        return {values + offset, squares + offset, velocity ? velocity + offset : nullptr};
    }
};

/// Makes one step for `count` parameters, as in GRU4Rec's code: subtracts rate * gradient / sqrt(squares + 1e-6) and,
/// with momentum, adds `momentum` times the previous update. The caller must skip parameters that received no gradient
/// in this batch: with momentum, even a zero gradient would change them.
void adagradStep(const AdagradState& at, const float* gradient, std::int64_t count, double rate, double momentum);

}  // namespace recscope
