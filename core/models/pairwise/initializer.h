// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/config/enum_names.h"
#include "core/util/random.h"

namespace recscope {

/// The distribution of the initial values of vectors of width d. Small: (U[0,1) - 0.5) / d; Unit: U[0,1); Normal: mean
/// 0, standard deviation 0.01.
enum class Initializer { Small, Unit, Normal };
constexpr std::array<EnumName<Initializer>, 3> enumNames(Initializer) {
    return {{{Initializer::Small, "small"}, {Initializer::Unit, "unit"}, {Initializer::Normal, "normal"}}};
}

/// Fills `values` with initial values of vectors of width `dim`.
void drawInitialValues(Initializer kind, std::int64_t dim, Random& random, std::span<float> values);

}  // namespace recscope
