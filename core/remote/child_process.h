// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// The callbacks for a program's input and output.
struct ChildCalls {
    /// Returns the next bytes for the program's standard input, or an empty string at the end. Null: the program has no
    /// standard input.
    std::function<std::string()> input = {};
    /// Receives bytes of the program's standard output as they arrive.
    std::function<void(std::string_view)> output = {};
    /// Called before the first wait and then about ten times a second. If it returns false, the program is killed.
    std::function<bool()> shouldContinue = {};
};

/// How a program ended.
struct ChildResult {
    int exitCode = -1;        ///< -1 if the program was killed
    bool wasStopped = false;  ///< whether the program was killed because `shouldContinue` returned false
    std::string messages;     ///< the last 8 KiB of the program's standard error
};

/// Runs the program `words[0]` (found by PATH) with the other words as its arguments, without a shell and in a separate
/// process group, and blocks until it has ended. If a callback throws, the program is killed and the exception is
/// rethrown. Throws Error(Input) if there is no such program.
ChildResult runChild(const std::vector<std::string>& words, const ChildCalls& calls);

}  // namespace recscope
