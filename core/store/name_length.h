// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace recscope {

/// The maximum length, in bytes, of the name of a dataset, a run, a scenario or a cohort. It allows every file name,
/// but no long text that was pasted by mistake.
inline constexpr std::size_t kMaxNameLength = 255;

/// Throws Error(Input) if the name is longer.
void checkNameLength(std::string_view name);

}  // namespace recscope
