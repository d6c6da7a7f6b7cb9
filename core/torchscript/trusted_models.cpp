// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/trusted_models.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace fs = std::filesystem;

fs::path trustedModelsPath() {
    // A relative path depends on the current folder, so a downloaded folder could contain its own list.
    const auto folder = [](const char* path) { return path && path[0] == '/' ? fs::path(path) : fs::path(); };
    fs::path config = folder(std::getenv("XDG_CONFIG_HOME"));
    if (config.empty()) {
        fs::path home = folder(std::getenv("HOME"));
        if (const passwd* const person = home.empty() ? ::getpwuid(::getuid()) : nullptr) home = folder(person->pw_dir);
        if (home.empty()) return {};
        config = home / ".config";
    }
    return config / "recscope" / "trusted_models.txt";
}

void requireChecksum(const std::string& sha256) {
    constexpr std::size_t kDigits = 64;
    if (sha256.size() == kDigits && sha256.find_first_not_of("0123456789abcdef") == std::string::npos) return;
    throw Error(ErrorKind::Usage, translated("This is not a SHA-256: {}.", sha256.substr(0, kDigits)),
                translated("It has 64 digits from 0 to 9 and a to f."));
}

bool isTrusted(const std::string& sha256) {
    std::ifstream list(trustedModelsPath());
    for (std::string line; std::getline(list, line);)
        if (line.substr(0, line.find(' ')) == sha256) return true;
    return false;
}

void trust(const std::string& sha256, const std::string& name) {
    requireChecksum(sha256);
    if (isTrusted(sha256)) return;
    const fs::path path = trustedModelsPath();
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    std::string comment = name;
    std::replace(comment.begin(), comment.end(), '\n', ' ');
    std::ofstream list(path, std::ios::app);
    list << '\n' << sha256 << ' ' << comment << '\n';  // a list that was edited may lack its last line break
    list.flush();
    if (!list)
        throw Error(ErrorKind::Input, translated("The list of trusted models {} cannot be written.", path.string()),
                    translated("Check the permissions of its folder, and that the disk is not full."));
}

void requireTrusted(const std::string& sha256, const std::string& name) {
    if (isTrusted(sha256)) return;
    throw Error(
        ErrorKind::Input,
        translated(
            "{} is a program written by somebody else that has not been allowed to run on this machine (SHA-256 {}).",
            name, sha256),
        translated("If you trust its origin, allow it: adopt --trust, recscope-cli trust with this checksum, or "
                   "\"Trust model…\" in the menu of the run on the Train page."));
}

}  // namespace recscope
