// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/default_workspace.h"

#include <cstdlib>
#include <system_error>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

std::filesystem::path defaultWorkspacePath() {
    std::filesystem::path folder;
    const char* dataHome = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    if (dataHome != nullptr && dataHome[0] == '/') {  // the XDG specification ignores relative paths
        folder = dataHome;
    } else if (home != nullptr && home[0] != '\0') {
        folder = std::filesystem::path(home) / ".local" / "share";
    } else {
        folder = std::filesystem::temp_directory_path();
    }
    return folder / "recscope" / "default.recscope";
}

void makeFolderOf(const std::filesystem::path& file) {
    std::error_code problem;
    std::filesystem::create_directories(file.parent_path(), problem);
    if (problem) {
        throw Error(ErrorKind::Workspace, translated("The folder {} cannot be created.", file.parent_path().string()),
                    translated("Choose a folder you can write to (--workspace)."));
    }
}

}  // namespace recscope
