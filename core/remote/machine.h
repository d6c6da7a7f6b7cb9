// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// Another machine, as the system's ssh addresses it.
struct Machine {
    std::string destination;               ///< argument for ssh: "ada@box", "box", "ssh://ada@box:2222"
    std::string program = "recscope-cli";  ///< name in the PATH of that machine, or a path, which may begin with "~/"

    bool operator==(const Machine&) const = default;
};

/// Throws Error(Usage) if ssh could take the destination for an option, or if its user, host or port is invalid.
void checkMachine(const Machine& machine);

/// The host without user and port, for use in sentences: "box".
std::string shortName(std::string_view destination);

}  // namespace recscope
