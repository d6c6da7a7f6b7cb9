// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// The text as one word of a POSIX shell command, in single quotes so that nothing in it is expanded.
std::string shellWord(std::string_view text);

/// The same as a readable argument: without quotes if none are needed.
std::string shellArgument(std::string_view text);

}  // namespace recscope
