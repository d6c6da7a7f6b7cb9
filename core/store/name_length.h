// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace recscope {

/// The largest name of a dataset, a run, a scenario or a cohort in bytes: every file name fits, a pasted text does not.
inline constexpr std::size_t kLongestName = 255;

/// Throws Error(Input) if the name is longer.
void checkNameLength(std::string_view name);

}  // namespace recscope
