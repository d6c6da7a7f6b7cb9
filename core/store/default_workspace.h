// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace recscope {

/// Where window and command line keep their data unless told otherwise:
/// $XDG_DATA_HOME/recscope/default.recscope, or ~/.local/share/recscope/default.recscope.
std::filesystem::path defaultWorkspacePath();

/// Makes the folder the file will lie in. Throws Error(Workspace) if that cannot be done.
void makeFolderOf(const std::filesystem::path& file);

}  // namespace recscope
