// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// Another machine, as the system's ssh addresses it.
struct Machine {
    std::string destination;               ///< argument for ssh: "ada@box", "box", "ssh://ada@box:2222"
    std::string program = "recscope-cli";  ///< on that machine: a name in the PATH, or a path; "~/" allowed

    bool operator==(const Machine&) const = default;
};

/// Throws Error(Usage) for what ssh could take for an option, or for an invalid user, host or port.
void checkMachine(const Machine& machine);

/// The host without user and port, for use in sentences: "box".
std::string shortName(std::string_view destination);

}  // namespace recscope
