// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// One word of a POSIX shell's command, whatever it holds: in single quotes, so that nothing in it is expanded.
std::string shellWord(std::string_view text);

/// The same for people to read, as an argument: bare where nothing in it needs quotes.
std::string shellArgument(std::string_view text);

}  // namespace recscope
