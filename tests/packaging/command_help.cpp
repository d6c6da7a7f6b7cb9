// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_help.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "cli_process.h"

namespace recscope::test {

namespace {

CommandHelp helpOf(const std::vector<std::string>& path) {
    Arguments arguments = path;
    arguments.push_back("--help");
    const Outcome outcome = runCli(arguments);
    if (outcome.exitCode != 0) throw std::runtime_error("--help failed: " + outcome.err);
    CommandHelp help;
    help.path = path;
    std::istringstream lines(outcome.out);
    bool inSubcommands = false;
    static const std::regex optionLine(R"(^ +((-[^ ,]+)(,-[^ ,]+)*).*)"), childLine(R"(^  (\S+).*)");
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!line.empty() && line[0] != ' ') inSubcommands = line == "Subcommands:";
        if (inSubcommands) {
            if (std::regex_match(line, match, childLine)) help.children.insert(match[1]);
        } else if (std::regex_match(line, match, optionLine) && line.find_first_not_of(' ') < 5) {
            std::istringstream names(match[1]);
            for (std::string name; std::getline(names, name, ',');) {
                help.options.insert(name.substr(0, name.find('{')));  // "--no-estimate{false}": a negated flag
            }
        }
    }
    return help;
}

/// Appends the help of the command `path` and of all its subcommands to `all`.
void collect(const std::vector<std::string>& path, std::vector<CommandHelp>& all) {
    all.push_back(helpOf(path));
    const std::set<std::string> children = all.back().children;
    for (const std::string& child : children) {
        std::vector<std::string> below = path;
        below.push_back(child);
        collect(below, all);
    }
}

}  // namespace

std::string CommandHelp::title() const {
    std::string text;
    for (const std::string& word : path) text += (text.empty() ? "" : " ") + word;
    return text;
}

const std::vector<CommandHelp>& allHelp() {
    static const std::vector<CommandHelp> help = [] {
        std::vector<CommandHelp> all;
        collect({}, all);
        return all;
    }();
    return help;
}

std::set<std::string> optionsAfter(const CommandHelp& command) {
    std::set<std::string> options = command.options;
    options.insert(allHelp().front().options.begin(), allHelp().front().options.end());
    if (!command.path.empty()) options.erase("--version");
    return options;
}

ShellOutcome shell(const std::string& command) {
    std::FILE* pipe = ::popen(("exec 2>&1; " + command).c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("no shell");
    ShellOutcome outcome;
    std::array<char, 4096> buffer;
    for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        outcome.out.append(buffer.data(), n);
    }
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) outcome.exitCode = WEXITSTATUS(status);
    return outcome;
}

std::string sourcePath(const std::string& path) {
    return std::string(RECSCOPE_SOURCE_DIR) + "/" + path;
}

std::string sourceFile(const std::string& path) {
    std::ifstream stream(sourcePath(path), std::ios::binary);
    if (!stream) throw std::runtime_error(path + " is missing");
    std::ostringstream content;
    content << stream.rdbuf();
    return content.str();
}

}  // namespace recscope::test
