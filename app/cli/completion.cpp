// SPDX-License-Identifier: GPL-3.0-or-later
// Generates completion scripts. A script determines the subcommand ("/plan/run") from the words before the cursor, and
// from it the options that may come next. The scripts are generated from the tree of commands that the parser uses, so
// they are never out of date.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "app/cli/command_tree.h"

namespace recscope::cli {

namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// The text in single quotes, which are escaped within it as bash and zsh require.
std::string quoted(const std::string& text) {
    return "'" + replaced(text, "'", R"('\'')") + "'";
}

std::string fishQuoted(const std::string& text) {
    return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

/// The path of a command in the scripts: "/plan/run", or "" for the program itself.
std::string scriptPath(const CommandFacts& command) {
    return command.path.empty() ? "" : "/" + replaced(command.path, " ", "/");
}

std::string subcommandPattern(const std::vector<CommandFacts>& tree) {
    std::vector<std::string> paths;
    for (const CommandFacts& command : tree) {
        if (!command.path.empty()) paths.push_back(scriptPath(command));
    }
    return fmt::format("{}", fmt::join(paths, " | "));
}

/// The options that may follow `command`: its own, and those of the program, which are allowed anywhere.
std::vector<OptionFacts> optionsAfter(const std::vector<CommandFacts>& tree, const CommandFacts& command) {
    std::vector<OptionFacts> options = command.options;
    if (command.path.empty()) return options;
    for (const OptionFacts& general : tree.front().options) {
        const bool isOwn = std::any_of(options.begin(), options.end(),
                                       [&](const OptionFacts& option) { return option.names == general.names; });
        if (!isOwn && general.names.front() != "--version") options.push_back(general);
    }
    return options;
}

std::string bashReply(const OptionFacts& option) {
    switch (option.kind) {
        case ValueKind::File:
            return "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")";
        case ValueKind::Folder:
            return "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")";
        case ValueKind::Choice:
            return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\")",
                               fmt::join(option.choices, " "));
        default:
            return ":";  // no completion, e.g. for a dataset's name or a number
    }
}

std::string bashScript(const std::vector<CommandFacts>& tree) {
    std::string text = R"(# bash completion for recscope-cli; made by: recscope-cli completion bash
_recscope_cli() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} at='' word words='' files=no
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
        case $at/$word in
)";
    auto out = std::back_inserter(text);
    fmt::format_to(out, "            {}) at=$at/$word ;;\n        esac\n    done\n", subcommandPattern(tree));
    fmt::format_to(out, "    compopt -o filenames 2>/dev/null\n    case $at:$previous in\n");
    for (const CommandFacts& command : tree) {
        for (const OptionFacts& option : optionsAfter(tree, command)) {
            if (option.isArgument || option.kind == ValueKind::None) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : option.names) patterns.push_back(scriptPath(command) + ":" + name);
            fmt::format_to(out, "        {}) {}; return ;;\n", fmt::join(patterns, " | "), bashReply(option));
        }
    }
    fmt::format_to(out, "    esac\n    case $at in\n");
    for (const CommandFacts& command : tree) {
        std::vector<std::string> words = command.children;
        bool takesFiles = false;
        for (const OptionFacts& option : optionsAfter(tree, command)) {
            if (option.isArgument) {
                words.insert(words.end(), option.choices.begin(), option.choices.end());
                takesFiles |= option.kind == ValueKind::File;
            } else {
                words.insert(words.end(), option.names.begin(), option.names.end());
            }
        }
        fmt::format_to(out, "        {}) words='{}'{} ;;\n", command.path.empty() ? "''" : scriptPath(command),
                       fmt::join(words, " "), takesFiles ? " files=yes" : "");
    }
    return text + R"(    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; [[ $files == yes ]] && compgen -f -- "$current")
}
complete -F _recscope_cli recscope-cli
)";
}

/// One option in the syntax of zsh's _arguments: '--name[about]:VALUE:action'.
std::string zshOption(const OptionFacts& option, const std::string& name) {
    const std::string about = replaced(replaced(option.about, "[", "\\["), "]", "\\]");
    std::string action = " ";
    if (option.kind == ValueKind::File) action = "_files";
    if (option.kind == ValueKind::Folder) action = "_files -/";
    if (option.kind == ValueKind::Choice) action = fmt::format("({})", fmt::join(option.choices, " "));
    const std::string value = replaced(option.value, ":", "\\:");
    if (option.isArgument) {
        return quoted(fmt::format("{}:{}:{}", option.mayRepeat ? "*" : "", name, action));
    }
    const std::string end = option.kind == ValueKind::None ? "" : fmt::format(":{}:{}", value, action);
    return quoted(fmt::format("{}{}[{}]{}", option.mayRepeat ? "*" : "", name, about, end));
}

std::string zshScript(const std::vector<CommandFacts>& tree) {
    std::string text = R"(#compdef recscope-cli
# zsh completion for recscope-cli; made by: recscope-cli completion zsh
_recscope-cli() {
    local at='' word
    local -i number=1 last=1
    for word in "${(@)words[2,CURRENT-1]}"; do
        number+=1
        case $at/$word in
)";
    auto out = std::back_inserter(text);
    fmt::format_to(out, "            ({})) at=$at/$word; last=$number ;;\n        esac\n    done\n",
                   replaced(subcommandPattern(tree), " | ", "|"));
    // zsh: the words from the last subcommand on are completed as if it were a program with its own arguments.
    fmt::format_to(out, "    words=(\"${{(@)words[last,-1]}}\")\n    CURRENT=$((CURRENT - last + 1))\n");
    fmt::format_to(out, "    local -a commands\n    case $at in\n");
    for (const CommandFacts& command : tree) {
        fmt::format_to(out, "        ({})\n", command.path.empty() ? "''" : scriptPath(command));
        std::string arguments;
        for (const OptionFacts& option : optionsAfter(tree, command)) {
            for (const std::string& name : option.names) arguments += " \\\n                " + zshOption(option, name);
        }
        if (!command.children.empty()) {
            fmt::format_to(out, "            commands=(\n");
            for (const CommandFacts& child : tree) {
                const std::string start = command.path.empty() ? "" : command.path + " ";
                if (child.path.empty() || !child.path.starts_with(start)) continue;
                const std::string name = child.path.substr(start.size());
                if (name.find(' ') != std::string::npos) continue;
                fmt::format_to(out, "                {}\n", quoted(name + ":" + replaced(child.about, ":", "\\:")));
            }
            fmt::format_to(out, "            )\n");
            arguments += " \\\n                '1:command:{ _describe command commands }'";
        }
        fmt::format_to(out, "            _arguments{}\n            ;;\n", arguments);
    }
    return text + R"(    esac
}
if [[ $funcstack[1] == _recscope-cli ]]; then _recscope-cli "$@"; else compdef _recscope-cli recscope-cli; fi
)";
}

std::string fishScript(const std::vector<CommandFacts>& tree) {
    std::string text = R"(# fish completion for recscope-cli; made by: recscope-cli completion fish
function __recscope_cli_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch $at/$word
)";
    auto out = std::back_inserter(text);
    fmt::format_to(out, "            case {}\n                set at $at/$word\n        end\n    end\n",
                   replaced(subcommandPattern(tree), " | ", " "));
    fmt::format_to(out, "    test \"$at\" = \"$argv[1]\"\nend\n\ncomplete -c recscope-cli -f\n");
    for (const CommandFacts& command : tree) {
        const std::string begin =
            fmt::format("complete -c recscope-cli -n \"__recscope_cli_at '{}'\"", scriptPath(command));
        for (const OptionFacts& option : optionsAfter(tree, command)) {
            std::string flags;
            for (const std::string& name : option.names) {
                if (!option.isArgument)
                    flags += (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
            }
            if (option.kind == ValueKind::File) flags += option.isArgument ? " -F" : " -r -F";
            if (option.kind == ValueKind::Folder) flags += " -x -a '(__fish_complete_directories)'";
            if (option.kind == ValueKind::Text && !option.isArgument) flags += " -x";
            if (option.kind == ValueKind::Choice) {
                flags += fmt::format("{} -a '{}'", option.isArgument ? "" : " -x", fmt::join(option.choices, " "));
            }
            if (option.isArgument && option.kind == ValueKind::Text) continue;
            fmt::format_to(out, "{}{} -d {}\n", begin, flags, fishQuoted(option.about));
        }
    }
    for (const CommandFacts& command : tree) {
        const std::size_t space = command.path.rfind(' ');
        if (command.path.empty()) continue;
        const std::string parent = space == std::string::npos ? "" : "/" + command.path.substr(0, space);
        const std::string name = space == std::string::npos ? command.path : command.path.substr(space + 1);
        fmt::format_to(out, "complete -c recscope-cli -n \"__recscope_cli_at '{}'\" -a {} -d {}\n", parent, name,
                       fishQuoted(command.about));
    }
    return text;
}

}  // namespace

std::string completionScript(const std::vector<CommandFacts>& tree, const std::string& shell) {
    if (shell == "zsh") return zshScript(tree);
    return shell == "fish" ? fishScript(tree) : bashScript(tree);
}

}  // namespace recscope::cli
