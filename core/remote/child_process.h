// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// The callbacks for a program's input and output.
struct ChildCalls {
    /// Returns the next bytes of its standard input; empty = no more. Null: no standard input.
    std::function<std::string()> input = {};
    /// Receives bytes of its standard output as they arrive.
    std::function<void(std::string_view)> output = {};
    /// Called about ten times a second, and before the first wait: false kills the program.
    std::function<bool()> goesOn = {};
};

struct ChildEnd {
    int exitCode = -1;     ///< -1: it was killed
    bool ended = false;    ///< by `goesOn`
    std::string messages;  ///< the last 8 KiB of its standard error
};

/// Runs a program (found by PATH) without a shell, in a process group of its own, and blocks until it has ended. If a
/// callback throws, the program is killed and the exception passed on. Throws Error(Input) if there is no such program.
ChildEnd runChild(const std::vector<std::string>& words, const ChildCalls& calls);

}  // namespace recscope
