// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "app/cli/command_tree.h"

namespace recscope::cli {

namespace {

/// Escapes text for roff: backslashes, hyphens, and characters that would begin a request.
std::string roff(const std::string& text) {
    std::string out;
    bool atLineStart = true;
    for (const char c : text) {
        if (atLineStart && (c == '.' || c == '\'')) out += "\\&";
        atLineStart = c == '\n';
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string valueOf(const OptionFacts& option) {
    return option.choices.empty() ? option.value : fmt::format("{}", fmt::join(option.choices, "|"));
}

std::string synopsis(const CommandFacts& command) {
    std::string text = fmt::format(".B recscope\\-cli {}\n", roff(command.path));
    for (const OptionFacts& option : command.options) {
        if (option.isArgument) continue;
        if (option.isRequired)
            text += fmt::format("\\fB{}\\fR \\fI{}\\fR\n", roff(option.names.front()), roff(valueOf(option)));
    }
    text += "[\\fIOPTIONS\\fR]\n";
    for (const OptionFacts& option : command.options) {
        if (!option.isArgument) continue;
        const std::string name = roff(option.names.front()) + (option.mayRepeat ? "..." : "");
        text += option.isRequired ? fmt::format("\\fI{}\\fR\n", name) : fmt::format("[\\fI{}\\fR]\n", name);
    }
    return text;
}

std::string optionText(const OptionFacts& option) {
    const std::string value = option.isArgument ? "" : valueOf(option);
    std::string text = fmt::format(".TP\n\\fB{}\\fR", roff(fmt::format("{}", fmt::join(option.names, ", "))));
    if (!value.empty()) text += fmt::format(" \\fI{}\\fR", roff(value));
    text += fmt::format("\n{}", roff(option.about));
    if (option.isArgument && !option.choices.empty()) text += roff(": " + valueOf(option));
    if (!option.defaultText.empty()) text += roff(fmt::format(" (default: {})", option.defaultText));
    return text + "\n";
}

std::string optionTexts(const CommandFacts& command) {
    std::string text;
    for (const OptionFacts& option : command.options) {
        if (!command.path.empty() && option.names.back() == "-h") continue;  // listed only once, for the program itself
        text += optionText(option);
    }
    if (!command.footer.empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.footer));
    return text;
}

constexpr const char* kEnd = R"(.SH EXIT STATUS
.TP
0
Done.
.TP
1
Failed; the reason and a hint are printed to standard error.
.TP
2
Wrong usage.
.TP
130
Stopped by Ctrl\-C or SIGTERM, with the work saved. A second Ctrl\-C kills.
.SH FILES
.TP
.I $XDG_DATA_HOME/recscope/default.recscope
The workspace that is used without
.BR \-\-workspace ;
without XDG_DATA_HOME it lies in ~/.local/share. The window opens the same one. It is an SQLite file.
.TP
.I $XDG_CONFIG_HOME/recscope/machines.json
The machines that were added in the window to train on; without XDG_CONFIG_HOME it lies in ~/.config.
.SH EXAMPLES
.TP
.B recscope\-cli demo
Makes the sample, trains two models on it and prints their metrics.
.TP
.B recscope\-cli import ratings.csv \-\-name mine \-\-dry\-run
Shows what an import would keep, and stores nothing.
.TP
.B recscope\-cli train \-\-dataset mine \-\-model sasrec \-\-preset quick
Trains a model and scores it beside simple rules such as popularity.
.SH SEE ALSO
.BR recscope (1)
)";

}  // namespace

std::string manualPage(const std::vector<CommandFacts>& tree, const std::string& version) {
    const CommandFacts& program = tree.front();
    std::string text = fmt::format(".TH RECSCOPE\\-CLI 1 \"\" \"RecScope {}\" \"User Commands\"\n", roff(version));
    auto out = std::back_inserter(text);
    fmt::format_to(out, ".SH NAME\nrecscope\\-cli \\- train sequential recommenders and inspect their attention\n");
    fmt::format_to(out, ".SH SYNOPSIS\n.B recscope\\-cli\n[\\fIOPTIONS\\fR] \\fICOMMAND\\fR ...\n");
    fmt::format_to(out, ".SH DESCRIPTION\n{}\nIt does the work of\n.BR recscope (1)\nwithout a window.\n",
                   roff(program.about));
    fmt::format_to(out, ".SH OPTIONS\nThese may also follow a command.\n{}.SH COMMANDS\n", optionTexts(program));
    for (const CommandFacts& command : tree) {
        if (command.path.empty()) continue;
        fmt::format_to(out, ".SS {}\n{}.PP\n{}.\n{}", roff(command.path), synopsis(command), roff(command.about),
                       optionTexts(command));
    }
    return text + kEnd;
}

}  // namespace recscope::cli
