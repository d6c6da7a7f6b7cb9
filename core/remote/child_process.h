// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// What a program is given and who is told what it says.
struct ChildCalls {
    /// The next bytes of its standard input; empty = there are no more. Null: it has none.
    std::function<std::string()> input = {};
    /// Bytes of its standard output, as they come.
    std::function<void(std::string_view)> output = {};
    /// Asked about ten times a second, and before it begins to wait: false ends the program.
    std::function<bool()> goesOn = {};
};

struct ChildEnd {
    int exitCode = -1;     ///< -1: it was killed
    bool ended = false;    ///< by `goesOn`
    std::string messages;  ///< of its standard error the last 8 KiB
};

/// Runs a program (found by PATH) without a shell, in a process group of its own, and blocks until it has ended.
/// What the calls throw is thrown on after it was killed. Throws Error(Input) if there is no such program.
ChildEnd runChild(const std::vector<std::string>& words, const ChildCalls& calls);

}  // namespace recscope
