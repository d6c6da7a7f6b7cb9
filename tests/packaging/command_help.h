// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

namespace recscope::test {

/// The --help of one command of recscope-cli.
struct CommandHelp {
    std::vector<std::string> path;  ///< {"plan", "run"}; {} for the program itself
    std::set<std::string> options;  ///< such as "--json" or "-h"
    std::set<std::string> children;

    std::string title() const;  ///< "plan run"
};

/// All commands, parsed from the output of --help, independently of the code that makes manual pages and completions.
const std::vector<CommandHelp>& allHelp();

/// The options that `command` accepts: its own and those of the program, which may appear anywhere.
std::set<std::string> optionsAfter(const CommandHelp& command);

/// The output of a shell command, stderr included, and its exit code.
struct ShellOutcome {
    int exitCode = -1;
    std::string out;
};
ShellOutcome shell(const std::string& command);

/// A file of the source tree, e.g. "packaging/recscope.1"; throws if it is missing.
std::string sourceFile(const std::string& path);
std::string sourcePath(const std::string& path);

}  // namespace recscope::test
