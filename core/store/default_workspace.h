// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace recscope {

/// The default workspace of the window and the command line: recscope/default.recscope in $XDG_DATA_HOME, else in
/// ~/.local/share, or in the folder for temporary files if HOME is not set.
std::filesystem::path defaultWorkspacePath();

/// Creates the folder of the file. Throws Error(Workspace) if that fails.
void makeFolderOf(const std::filesystem::path& file);

}  // namespace recscope
