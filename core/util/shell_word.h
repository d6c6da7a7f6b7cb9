// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// The text as one word of a POSIX shell command, in single quotes so that nothing in it is expanded.
std::string shellWord(std::string_view text);

/// Like `shellWord`, but omits the quotes if they are not needed, for better readability.
std::string shellArgument(std::string_view text);

}  // namespace recscope
