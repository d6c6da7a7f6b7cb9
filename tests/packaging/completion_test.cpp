// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the real shells complete commands of recscope-cli and compares what they offer with --help.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "cli_process.h"
#include "command_help.h"

namespace recscope::test {
namespace {

using Words = std::set<std::string>;

/// Command title -> its completions, parsed from the output's lines, which are "title<TAB>completion".
std::map<std::string, Words> completionsIn(const ShellOutcome& outcome) {
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out;
    std::map<std::string, Words> byTitle;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
        const auto tab = line.find('\t');
        if (tab != std::string::npos) byTitle[line.substr(0, tab)].insert(line.substr(tab + 1));
    }
    return byTitle;
}

/// Expects that every option and subcommand of --help is offered, and no option that --help does not list.
void expectAllOffered(const std::map<std::string, Words>& byTitle) {
    for (const CommandHelp& command : allHelp()) {
        const auto entry = byTitle.find(command.title());
        ASSERT_NE(entry, byTitle.end()) << "nothing is offered after \"" << command.title() << "\"";
        const Words options = optionsAfter(command);
        for (const std::string& word : options)
            EXPECT_TRUE(entry->second.contains(word)) << command.title() << " " << word;
        for (const std::string& word : command.children) EXPECT_TRUE(entry->second.contains(word)) << word;
        for (const std::string& word : entry->second) {
            if (!word.starts_with("-")) continue;
            EXPECT_TRUE(options.contains(word)) << command.title() << " has no " << word;
        }
    }
}

class Completion : public testing::Test {
protected:
    /// Writes RecScope's completion script for this shell and returns its path.
    std::string script(const std::string& name) const { return m_folder.write(name, runCli({"completion", name}).out); }
    /// Writes a shell script and returns its path.
    std::string program(const std::string& name, const std::string& text) const { return m_folder.write(name, text); }

    TemporaryFolder m_folder;
};

/// Bash code that prints the completions of the last of these words, each in a line "title<TAB>completion".
std::string bashQuery(const std::string& title, const std::string& words) {
    return "COMP_WORDS=(recscope-cli " + words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _recscope_cli; printf '" +
           title + "\\t%s\\n' \"${COMPREPLY[@]}\"\n";
}

TEST_F(Completion, BashOffersWhatHelpLists) {
    std::string text = "compopt() { :; }\nsource " + script("bash") + "\n";
    for (const CommandHelp& command : allHelp()) text += bashQuery(command.title(), command.title() + " ''");
    expectAllOffered(completionsIn(shell("bash --norc " + program("ask", text))));
}

TEST_F(Completion, BashOffersOptionValuesAndFiles) {
    const std::string start = "compopt() { :; }\nsource " + script("bash") + "\ncd " + m_folder.path("") + "\n";
    // The files that can be completed are the two scripts in m_folder, "ask" and "bash".
    const auto completions = completionsIn(
        shell("bash --norc " +
              program("ask", start + bashQuery("split", "evaluate --split ''") + bashQuery("file", "--workspace ''") +
                                 bashQuery("subcommand", "--workspace bash plan r") +
                                 bashQuery("name", "train --name ''") + bashQuery("import", "import ba"))));
    EXPECT_EQ(completions.at("split"), (Words{"test", "valid"}));
    EXPECT_EQ(completions.at("file"), (Words{"ask", "bash"}));
    EXPECT_EQ(completions.at("subcommand"), (Words{"report", "resume", "run"}));
    EXPECT_EQ(completions.at("name"), (Words{""})) << "the name of a new run cannot be completed";
    EXPECT_EQ(completions.at("import"), (Words{"bash"}));
}

TEST_F(Completion, ZshOffersWhatHelpLists) {
    // zsh completes only on an interactive command line. So this script replaces the two zsh functions that receive the
    // completions by functions that print them.
    std::string text = R"(compdef() { :; }
_describe() { local each; for each in "${(@P)2}"; do print -r -- "$title"$'\t'"${each%%:*}"; done }
_arguments() {
    local each
    for each in "$@"; do
        case $each in
            (1:command:*) _describe command commands ;;
            (\**) each=${each#\*}; print -r -- "$title"$'\t'"${each%%\[*}" ;;
            (*) print -r -- "$title"$'\t'"${each%%\[*}" ;;
        esac
    done
}
source )" + script("zsh") +
                       "\n";
    for (const CommandHelp& command : allHelp()) {
        text += "title='" + command.title() + "'; words=(recscope-cli --json " + command.title() +
                " ''); CURRENT=$#words; _recscope-cli\n";
    }
    expectAllOffered(completionsIn(shell("zsh -f " + program("ask", text))));
}

TEST_F(Completion, FishOffersWhatHelpLists) {
    std::string text = "source " + script("fish") + "\n";
    for (const CommandHelp& command : allHelp()) {
        for (const char* prefix : {"", "-"}) {
            text += "for line in (complete -C 'recscope-cli " + command.title() + (command.path.empty() ? "" : " ") +
                    prefix + "'); printf '" + command.title() + "\\t%s\\n' (string split -f1 \\t -- $line); end\n";
        }
    }
    const std::string home =
        "HOME=" + m_folder.path("") + " XDG_CONFIG_HOME=" + m_folder.path("") + " XDG_DATA_HOME=" + m_folder.path("");
    expectAllOffered(completionsIn(shell(home + " fish --no-config " + program("ask", text))));
}

TEST_F(Completion, AnUnknownShellIsWrongUsage) {
    EXPECT_EQ(runCli({"completion", "tcsh"}).exitCode, 2);
}

}  // namespace
}  // namespace recscope::test
