// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/trusted_models.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace fs = std::filesystem;

fs::path trustedModelsPath() {
    const char* const config = std::getenv("XDG_CONFIG_HOME");
    const char* const home = std::getenv("HOME");
    const fs::path folder = config && *config ? fs::path(config) : fs::path(home ? home : ".") / ".config";
    return folder / "recscope" / "trusted_models.txt";
}

bool isTrusted(const std::string& sha256) {
    std::ifstream list(trustedModelsPath());
    for (std::string line; std::getline(list, line);)
        if (line.substr(0, line.find(' ')) == sha256) return true;
    return false;
}

void trust(const std::string& sha256, const std::string& name) {
    if (isTrusted(sha256)) return;
    const fs::path path = trustedModelsPath();
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    std::string comment = name;
    std::replace(comment.begin(), comment.end(), '\n', ' ');
    std::ofstream list(path, std::ios::app);
    list << sha256 << ' ' << comment << '\n';
    list.flush();
    if (!list)
        throw Error(ErrorKind::Input, translated("The list of trusted models {} cannot be written.", path.string()),
                    translated("Check the permissions of its folder, and that the disk is not full."));
}

void requireTrusted(const std::string& sha256, const std::string& name) {
    if (isTrusted(sha256)) return;
    throw Error(ErrorKind::Input,
                translated("{} is a program by somebody else that has not been allowed to run on this machine "
                           "(SHA-256 {}).",
                           name, sha256),
                translated("If you trust its origin: recscope-cli trust {}, or \"Trust model…\" in the menu of the run "
                           "on the Train page.",
                           sha256));
}

}  // namespace recscope
