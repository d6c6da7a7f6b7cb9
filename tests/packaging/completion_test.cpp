// SPDX-License-Identifier: GPL-3.0-or-later
// Queries each real shell for its completions and compares them with --help.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "cli_process.h"
#include "command_help.h"

namespace recscope::test {
namespace {

using Words = std::set<std::string>;

/// The completions of each command title, read from lines "title<TAB>word".
std::map<std::string, Words> offered(const ShellOutcome& outcome) {
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out;
    std::map<std::string, Words> byTitle;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
        const auto tab = line.find('\t');
        if (tab != std::string::npos) byTitle[line.substr(0, tab)].insert(line.substr(tab + 1));
    }
    return byTitle;
}

void expectAllOffered(const std::map<std::string, Words>& byTitle) {
    for (const CommandHelp& command : allHelp()) {
        const auto found = byTitle.find(command.title());
        ASSERT_NE(found, byTitle.end()) << "nothing is offered after \"" << command.title() << "\"";
        const Words options = optionsAfter(command);
        for (const std::string& word : options)
            EXPECT_TRUE(found->second.contains(word)) << command.title() << " " << word;
        for (const std::string& word : command.children) EXPECT_TRUE(found->second.contains(word)) << word;
        for (const std::string& word : found->second) {
            if (!word.starts_with("-")) continue;
            EXPECT_TRUE(options.contains(word)) << command.title() << " has no " << word;
        }
    }
}

class Completion : public testing::Test {
protected:
    std::string script(const std::string& name) const { return m_folder.write(name, runCli({"completion", name}).out); }
    /// Runs `body` in the shell for each command, with $title and $words set by `begin`.
    std::string program(const std::string& name, const std::string& text) const { return m_folder.write(name, text); }

    TemporaryFolder m_folder;
};

std::string bashQuestion(const std::string& title, const std::string& words) {
    return "COMP_WORDS=(recscope-cli " + words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _recscope_cli; printf '" +
           title + "\\t%s\\n' \"${COMPREPLY[@]}\"\n";
}

TEST_F(Completion, bash_offers_what_help_lists) {
    std::string text = "compopt() { :; }\nsource " + script("bash") + "\n";
    for (const CommandHelp& command : allHelp()) text += bashQuestion(command.title(), command.title() + " ''");
    expectAllOffered(offered(shell("bash --norc " + program("ask", text))));
}

TEST_F(Completion, bash_offers_the_values_an_option_may_have_and_files_where_one_is_meant) {
    const std::string start = "compopt() { :; }\nsource " + script("bash") + "\ncd " + m_folder.path("") + "\n";
    const auto answer = offered(shell(
        "bash --norc " +
        program("ask", start + bashQuestion("split", "evaluate --split ''") + bashQuestion("file", "--workspace ''") +
                           bashQuestion("late", "--workspace bash plan r") + bashQuestion("name", "train --name ''") +
                           bashQuestion("read", "import ba"))));
    EXPECT_EQ(answer.at("split"), (Words{"test", "valid"}));
    EXPECT_EQ(answer.at("file"), (Words{"ask", "bash"}));
    EXPECT_EQ(answer.at("late"), (Words{"report", "resume", "run"}));
    EXPECT_EQ(answer.at("name"), (Words{""})) << "only the user knows a name";
    EXPECT_EQ(answer.at("read"), (Words{"bash"}));
}

TEST_F(Completion, zsh_offers_what_help_lists) {
    // zsh completes on an interactive line only: functions that print their words replace its two completion builders.
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
    expectAllOffered(offered(shell("zsh -f " + program("ask", text))));
}

TEST_F(Completion, fish_offers_what_help_lists) {
    std::string text = "source " + script("fish") + "\n";
    for (const CommandHelp& command : allHelp()) {
        for (const char* begun : {"", "-"}) {
            text += "for line in (complete -C 'recscope-cli " + command.title() + (command.path.empty() ? "" : " ") +
                    begun + "'); printf '" + command.title() + "\\t%s\\n' (string split -f1 \\t -- $line); end\n";
        }
    }
    const std::string home =
        "HOME=" + m_folder.path("") + " XDG_CONFIG_HOME=" + m_folder.path("") + " XDG_DATA_HOME=" + m_folder.path("");
    expectAllOffered(offered(shell(home + " fish --no-config " + program("ask", text))));
}

TEST_F(Completion, another_shell_is_wrong_usage) {
    EXPECT_EQ(runCli({"completion", "tcsh"}).exitCode, 2);
}

}  // namespace
}  // namespace recscope::test
