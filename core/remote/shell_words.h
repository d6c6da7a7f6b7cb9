// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// The path of a program as one shell word; a leading "~/" expands to the home directory on the other machine.
std::string programWord(std::string_view program);

/// Whether the text is the name of a run's folder on another machine: 32 hexadecimal digits.
bool isFolderName(std::string_view text);

/// A new random folder name.
std::string newFolderName();

}  // namespace recscope
