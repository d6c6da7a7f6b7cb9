// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// Another machine, as the system's ssh knows it.
struct Machine {
    std::string destination;               ///< what ssh is given: "ada@box", "box", "ssh://ada@box:2222"
    std::string program = "recscope-cli";  ///< RecScope there: a name in its PATH, or a path; "~/" is the home there

    bool operator==(const Machine&) const = default;
};

/// Throws Error(Usage) for what ssh could take for an option, or what is no user, host or port.
void checkMachine(const Machine& machine);

/// Without the user and the port, for sentences: "box".
std::string shortName(std::string_view destination);

}  // namespace recscope
