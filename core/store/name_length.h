// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace recscope {

/// The maximum length, in bytes, of the name of a dataset, a run, a scenario or a cohort. Any file name is short enough
/// to be used as a name; a long text pasted by mistake is rejected.
inline constexpr std::size_t kMaxNameLength = 255;

/// Throws Error(Input) if the name is longer.
void checkNameLength(std::string_view name);

/// The name, cut to at most `bytes` bytes without dividing a UTF-8 character.
std::string shortenedName(std::string_view name, std::size_t bytes);

}  // namespace recscope
