// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/machine.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "core/remote/machine_list.h"
#include "core/remote/shell_words.h"
#include "core/util/error.h"
#include "core/util/shell_word.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ShellWord, IsUnchangedByTheShell) {
    const TemporaryFolder folder;
    for (const std::string text : {"", " ", "a b", "it's", "''", "$HOME", "`id`", "$(id)", "a\nb", "\\", "\"", "*",
                                   "-n", "; rm -rf x", "&& true", "#", "~", "é"}) {
        const std::string out = (folder / "out").string();
        ASSERT_EQ(std::system(("printf %s " + shellWord(text) + " > '" + out + "'").c_str()), 0) << text;
        EXPECT_EQ(contentOf(out), text);
        // Commands are sent like this: the whole script is one quoted word of another command.
        const std::string script = "printf %s " + shellWord(text);
        ASSERT_EQ(std::system(("exec sh -c " + shellWord(script) + " > '" + out + "'").c_str()), 0) << text;
        EXPECT_EQ(contentOf(out), text);
    }
}

TEST(ShellWord, OnlyALeadingTildeIsExpanded) {
    EXPECT_EQ(programWord("~/bin/recscope-cli"), "\"$HOME\"/'bin/recscope-cli'");
    EXPECT_EQ(programWord("$HOME/x"), "'$HOME/x'");
}

TEST(FolderName, IsThirtyTwoLowercaseHexDigits) {
    EXPECT_TRUE(isFolderName(newFolderName()));
    EXPECT_NE(newFolderName(), newFolderName());
    for (const std::string invalid :
         {"", "..", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
          "0123456789ABCDEF0123456789ABCDEF", "../../../../../../../../../../etc", "0123456789abcdef0123456789abcd;x"})
        EXPECT_FALSE(isFolderName(invalid)) << invalid;
}

TEST(Machine, IsAnSshDestinationAndNeverAnOption) {
    for (const std::string valid :
         {"box", "ada@box", "ada@10.0.0.7", "ssh://ada@box:2222", "ada@box.example.org", "a-b"})
        EXPECT_NO_THROW(checkMachine({.destination = valid})) << valid;
    for (const std::string invalid : {"", "-oProxyCommand=id", "ada@-oProxyCommand=id", "ssh://-oProxyCommand=id",
                                      "a b", "box;id", "$(id)", "a@b@c", "@box", "ada@", "box\n"})
        EXPECT_THROW(checkMachine({.destination = invalid}), Error) << invalid;
    for (const std::string invalid : {"", "-x", "a\nb"})
        EXPECT_THROW(checkMachine({.destination = "box", .program = invalid}), Error) << invalid;
}

TEST(Machine, HasTheHostAsItsShortName) {
    EXPECT_EQ(shortName("ada@box"), "box");
    EXPECT_EQ(shortName("ssh://ada@box:2222"), "box");
    EXPECT_EQ(shortName("box"), "box");
}

class MachineList : public testing::Test {
protected:
    TemporaryFolder m_folder;
    fs::path m_path = m_folder / "some/machines.json";
};

TEST_F(MachineList, KeepsOneEntryForEachDestination) {
    EXPECT_TRUE(readMachines(m_path).empty());
    addMachine(m_path, {.destination = "ada@box"});
    addMachine(m_path, {.destination = "attic", .program = "~/r/recscope-cli"});
    addMachine(m_path, {.destination = "ada@box", .program = "/opt/recscope-cli"});
    const std::vector<Machine> both = {{.destination = "ada@box", .program = "/opt/recscope-cli"},
                                       {.destination = "attic", .program = "~/r/recscope-cli"}};
    EXPECT_EQ(readMachines(m_path), both);
    EXPECT_EQ(listedMachine(m_path, "attic"), both[1]);
    removeMachine(m_path, "ada@box");
    EXPECT_EQ(readMachines(m_path), std::vector{both[1]});
    EXPECT_THROW(listedMachine(m_path, "ada@box"), Error);
}

TEST_F(MachineList, AnUnreadableListIsNeverOverwritten) {
    for (const std::string broken :
         {"{", "[]", R"({"machines":[{"destination":"-oProxyCommand=id","program":"x"}]})"}) {
        addMachine(m_path, {.destination = "x"});
        std::ofstream(m_path, std::ios::trunc) << broken;
        EXPECT_THROW(readMachines(m_path), Error) << broken;
        EXPECT_THROW(addMachine(m_path, {.destination = "box"}), Error) << broken;
        EXPECT_THROW(removeMachine(m_path, "box"), Error) << broken;
        EXPECT_EQ(contentOf(m_path), broken);
        fs::remove(m_path);
    }
}

}  // namespace
}  // namespace recscope
