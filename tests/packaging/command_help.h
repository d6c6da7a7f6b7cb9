// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

namespace recscope::test {

/// The --help of one command of recscope-cli.
struct CommandHelp {
    std::vector<std::string> path;   ///< such as {"plan", "run"}; {} for the program itself
    std::set<std::string> options;   ///< such as "--json" or "-h"
    std::set<std::string> children;  ///< the last words of its subcommands: "run" for the subcommand "plan run"

    std::string title() const;  ///< such as "plan run"
};

/// All commands, parsed from the output of --help. The code that makes manual pages and completions is not used.
const std::vector<CommandHelp>& allHelp();

/// The options that may follow `command`: its own, and the program's, which may appear anywhere on the command line.
std::set<std::string> optionsAfter(const CommandHelp& command);

/// The exit code of a shell command, and its output on stdout and stderr together.
struct ShellOutcome {
    int exitCode = -1;
    std::string out;
};
ShellOutcome shell(const std::string& command);

/// The text of a file in the source tree, e.g. "packaging/recscope.1". Throws if the file is missing.
std::string sourceFile(const std::string& path);
/// The absolute path of a file in the source tree.
std::string sourcePath(const std::string& path);

}  // namespace recscope::test
