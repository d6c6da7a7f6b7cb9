// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "cli_process.h"
#include "command_help.h"

namespace recscope::test {
namespace {

/// The text of a manual page without roff's font changes (\fB) and with plain hyphens.
std::string plain(const std::string& roff) {
    return std::regex_replace(std::regex_replace(roff, std::regex(R"(\\f[BIR])"), ""), std::regex(R"(\\-)"), "-");
}

/// The part of a page under `heading`, up to the next heading.
std::string section(const std::string& page, const std::string& heading) {
    const auto start = page.find("\n" + heading + "\n");
    if (start == std::string::npos) return "";
    const auto end = page.find("\n.S", start + 1);
    return page.substr(start, end == std::string::npos ? end : end - start);
}

/// True if the option occurs as a whole word.
bool containsOption(const std::string& text, const std::string& option) {
    return std::regex_search(text, std::regex("(^|[ ,\n])" + option + "([ ,\n]|$)"));
}

TEST(Manual, HasEveryCommandWithItsOptions) {
    const std::string page = plain(runCli({"manual"}).out);
    for (const CommandHelp& command : allHelp()) {
        const bool isProgram = command.path.empty();
        const std::string text = section(page, isProgram ? ".SH OPTIONS" : ".SS " + command.title());
        ASSERT_NE(text, "") << command.title() << " is not in the manual";
        for (const std::string& option : command.options) {
            if (!isProgram && (option == "-h" || option == "--help")) continue;  // described once, for the program
            EXPECT_TRUE(containsOption(text, option)) << command.title() << " " << option;
        }
    }
}

TEST(Manual, NamesNoCommandThatDoesNotExist) {
    std::set<std::string> titles;
    for (const CommandHelp& command : allHelp()) titles.insert(command.title());
    std::istringstream lines(plain(runCli({"manual"}).out));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(".SS ")) continue;
        EXPECT_TRUE(titles.contains(line.substr(4))) << line;
    }
}

TEST(Manual, GroffReportsNoWarnings) {
    const TemporaryFolder folder;
    const std::string generated = folder.write("recscope-cli.1", runCli({"manual"}).out);
    for (const std::string& file : {generated, sourcePath("packaging/recscope.1")}) {
        const ShellOutcome outcome = shell("groff -man -ww -z -K utf8 -T utf8 " + file);
        EXPECT_EQ(outcome.exitCode, 0);
        EXPECT_EQ(outcome.out, "");
    }
}

#ifdef RECSCOPE_WINDOW
TEST(Manual, OfTheWindowHasEveryOption) {
    const ShellOutcome help = shell("QT_QPA_PLATFORM=offscreen " RECSCOPE_WINDOW " --help");
    ASSERT_EQ(help.exitCode, 0) << help.out;
    const std::string page = plain(sourceFile("packaging/recscope.1"));
    std::istringstream lines(help.out);
    int options = 0;
    static const std::regex kName(R"(--?[a-z][a-z-]*)");
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("  -")) continue;
        const std::string start = line.substr(0, 18);  // QCommandLineParser prints descriptions from column 18 on
        for (std::sregex_iterator option(start.begin(), start.end(), kName), end; option != end; ++option, ++options) {
            EXPECT_NE(page.find(option->str()), std::string::npos) << option->str();
        }
    }
    EXPECT_GT(options, 5);
}
#endif

}  // namespace
}  // namespace recscope::test
