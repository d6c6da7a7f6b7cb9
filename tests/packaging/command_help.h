// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

namespace recscope::test {

/// What one command of recscope-cli says of itself with --help.
struct CommandHelp {
    std::vector<std::string> path;  ///< {} = the program itself, {"plan", "run"}
    std::set<std::string> options;  ///< "--json", "-h"
    std::set<std::string> children;

    std::string title() const;  ///< "plan run"
};

/// Read from the output of --help, command by command: it knows nothing of how pages and completions are made.
const std::vector<CommandHelp>& allHelp();

/// Options that `command` takes: its own and those of the program, which may stand anywhere.
std::set<std::string> optionsAfter(const CommandHelp& command);

/// What a shell command prints, errors too, and how it ended.
struct ShellOutcome {
    int exitCode = -1;
    std::string out;
};
ShellOutcome shell(const std::string& command);

/// A file of the source tree, e.g. "packaging/recscope.1"; throws if it is missing.
std::string sourceFile(const std::string& path);
std::string sourcePath(const std::string& path);

}  // namespace recscope::test
