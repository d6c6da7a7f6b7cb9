// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace recscope {

/// Of a dataset, a run, a scenario or a cohort, in bytes: the name of any file fits, a pasted text does not.
inline constexpr std::size_t kLongestName = 255;

/// Throws Error(Input) if the name is longer.
void checkNameLength(std::string_view name);

}  // namespace recscope
