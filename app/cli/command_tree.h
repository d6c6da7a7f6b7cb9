// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace recscope::cli {

/// The kind of value that an option or an argument takes.
enum class ValueKind { None, Text, File, Folder, Choice };

/// One option or argument, as --help describes it.
struct OptionFacts {
    std::vector<std::string> names;  ///< e.g. "--json", "-h"; for an argument, only its name
    std::string about;               ///< one line
    std::string value;               ///< placeholder of the value, e.g. "FILE"; empty for a flag
    std::string defaultText;         ///< empty = --help shows no default
    std::vector<std::string> choices;
    ValueKind kind = ValueKind::None;
    bool isArgument = false;
    bool isRequired = false;
    bool mayRepeat = false;
};

/// One subcommand with its options, arguments and subcommands. In a list of commands, the first element describes the
/// program itself.
struct CommandFacts {
    std::string path;  ///< "" for the program; "plan run" for the subcommand `run` of `plan`
    std::string about;
    std::string footer;
    std::vector<OptionFacts> options;   ///< including arguments
    std::vector<std::string> children;  ///< names of the direct subcommands
};

/// All commands of `app` in the order of --help, each before its subcommands.
std::vector<CommandFacts> commandTree(const CLI::App& app);

/// The script that completes recscope-cli's commands and options in `shell`: bash, zsh or fish.
std::string completionScript(const std::vector<CommandFacts>& tree, const std::string& shell);

/// The manual page of recscope-cli in roff's man macros, the input format of `man`.
std::string manualPage(const std::vector<CommandFacts>& tree, const std::string& version);

}  // namespace recscope::cli
