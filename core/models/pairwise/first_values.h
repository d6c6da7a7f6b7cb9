// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/config/enum_names.h"
#include "core/util/random.h"

namespace recscope {

/// First values of vectors of d numbers. Small: (U[0,1) - 0.5) / d; Unit: U[0,1); Normal: deviation 0.01.
enum class FirstValues { Small, Unit, Normal };
constexpr std::array<EnumName<FirstValues>, 3> enumNames(FirstValues) {
    return {{{FirstValues::Small, "small"}, {FirstValues::Unit, "unit"}, {FirstValues::Normal, "normal"}}};
}

void drawFirstValues(FirstValues kind, std::int64_t dim, Random& random, std::span<float> values);

}  // namespace recscope
