// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace recscope {

/// The default workspace of the window and the command line: $XDG_DATA_HOME/recscope/default.recscope, or
/// ~/.local/share/recscope/default.recscope.
std::filesystem::path defaultWorkspacePath();

/// Creates the folder of the file. Throws Error(Workspace) if that fails.
void makeFolderOf(const std::filesystem::path& file);

}  // namespace recscope
