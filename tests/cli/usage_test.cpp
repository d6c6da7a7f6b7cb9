// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that wrong usage and bad input give an exit code, an error message and a hint, and leave nothing half-written.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cli_process.h"
#include "small_data.h"

namespace recscope::test {
namespace {

class Usage : public testing::Test {
protected:
    Outcome cli(Arguments arguments) const {
        arguments.insert(arguments.end(), {"--workspace", m_folder.path("w.recscope")});
        return runCli(arguments);
    }
    std::string file(const std::string& name, const std::string& content) const {
        return m_folder.write(name, content);
    }
    Outcome importFile(const std::string& path) const { return cli({"import", path}); }
    std::size_t datasetCount() const { return cli({"datasets", "--json"}).json()["datasets"].size(); }

    /// Expects at least two lines on stderr (a message that contains `word`, and a hint) and nothing on stdout.
    void expectMessage(const Outcome& outcome, int exitCode, const std::string& word) const {
        EXPECT_EQ(outcome.exitCode, exitCode) << outcome.out << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_GE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 2) << outcome.err;
        EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find("unexpected"), std::string::npos) << outcome.err;
    }
    void expectImportFails(const std::string& path, const std::string& word) const {
        expectMessage(importFile(path), 1, word);
        EXPECT_EQ(datasetCount(), 0u);
    }
    void importSmall() const { ASSERT_EQ(importFile(file("small.csv", smallInteractions(20))).exitCode, 0); }

    TemporaryFolder m_folder;
};

TEST_F(Usage, HelpAndVersionSucceed) {
    EXPECT_EQ(runCli({"--help"}).exitCode, 0);
    EXPECT_EQ(runCli({"train", "--help"}).exitCode, 0);
    EXPECT_EQ(runCli({"--version"}).exitCode, 0);
}

TEST_F(Usage, AnUnknownLanguageIsRefusedAndJsonIsTheSameInEveryLanguage) {
    expectMessage(cli({"--language", "xx", "datasets"}), 2, "xx");
    const Outcome english = cli({"models", "--json"}), italian = cli({"models", "--json", "--language=it"});
    EXPECT_EQ(italian.exitCode, 0) << italian.err;
    EXPECT_EQ(italian.out, english.out);
}

TEST_F(Usage, WrongCommandLinesExitWithTwo) {
    for (const Arguments& arguments :
         std::vector<Arguments>{{},
                                {"fly"},
                                {"datasets", "--fly"},
                                {"import"},
                                {"train", "--model", "sasrec"},
                                {"train", "--dataset", "small"},
                                {"train", "--resume", "a", "--seed", "1"},
                                {"recommend", "--run", "a"},
                                {"recommend", "--run", "a", "--user", "1", "--history", "2"},
                                {"recommend", "--run", "a", "--user", "1", "--top", "0"},
                                {"evaluate", "--run", "a", "--split", "train"}}) {
        const Outcome outcome = cli(arguments);
        EXPECT_EQ(outcome.exitCode, 2) << testing::PrintToString(arguments) << outcome.err;
        EXPECT_NE(outcome.err, "");
    }
}

TEST_F(Usage, AnUnknownSubcommandIsNamed) {
    expectMessage(cli({"fly"}), 2, "There is no subcommand \"fly\".");
}

TEST_F(Usage, WithTheJsonOptionErrorsAreJsonOnStderr) {
    for (const Arguments& arguments : std::vector<Arguments>{
             {"--json", "stats", "--dataset", "none"}, {"stats", "--dataset", "none", "--json"}, {"--json", "fly"}}) {
        const Outcome outcome = cli(arguments);
        const Json error = Json::parse(outcome.err).at("error");
        EXPECT_NE(error.at("message").get<std::string>(), "");
        EXPECT_NE(error.at("hint").get<std::string>(), "");
        EXPECT_EQ(outcome.out, "");
    }
}

TEST_F(Usage, AMissingFileIsNamed) {
    expectImportFails(m_folder.path("nowhere.csv"), "nowhere.csv");
}

TEST_F(Usage, AnEmptyFileIsNamed) {
    expectImportFails(file("empty.csv", ""), "empty.csv");
}

TEST_F(Usage, AFileWithAHeaderOnlyFails) {
    expectImportFails(file("header.csv", "user,item,time\n"), "header.csv");
}

TEST_F(Usage, AFolderWithoutDataFails) {
    std::filesystem::create_directory(m_folder.path("folder"));
    expectImportFails(m_folder.path("folder"), "folder");
}

TEST_F(Usage, ABinaryFileFails) {
    std::mt19937 generator(1);
    std::string bytes(100'000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(generator());
    expectImportFails(file("noise.bin", bytes), "noise.bin");
}

TEST_F(Usage, AFileWithMostRowsBrokenFails) {
    std::string text = "user,item,time,rating\n";
    for (int i = 0; i < 100; ++i) text += i % 5 < 3 ? "u1\n" : "u1,f" + std::to_string(i) + ",5,1\n";
    expectImportFails(file("broken.csv", text), "broken.csv");
}

TEST_F(Usage, AFullDiskLeavesTheWorkspaceAsItWas) {
    const std::string path = file("large.csv", smallInteractions(5000));
    const std::string workspace = m_folder.path("w.recscope");
    ASSERT_EQ(datasetCount(), 0u);
    const Outcome outcome = runCli({"import", path, "--workspace", workspace}, /*maxFileBytes=*/300'000);
    expectMessage(outcome, 1, "");
    EXPECT_EQ(datasetCount(), 0u);
    EXPECT_EQ(importFile(path).exitCode, 0);
}

TEST_F(Usage, AFileThatIsNotAWorkspaceIsNotChanged) {
    const std::string path = file("letter.recscope", "Dear reader");
    expectMessage(runCli({"datasets", "--workspace", path}), 1, "letter.recscope");
    EXPECT_EQ(std::filesystem::file_size(path), 11u);
}

TEST_F(Usage, AWorkspaceInAMissingFolderFails) {
    expectMessage(runCli({"datasets", "--workspace", m_folder.path("no/such/w.recscope")}), 1, "no/such");
}

TEST_F(Usage, TheHintAboutAnUnknownDatasetNamesTheExistingOnes) {
    importSmall();
    expectMessage(cli({"stats", "--dataset", "smal"}), 1, "small");
}

TEST_F(Usage, AnUnknownRunFails) {
    importSmall();
    for (const char* command : {"evaluate", "export", "recommend", "attention"}) {
        Arguments arguments = {command, "--run", "nobody"};
        if (std::string(command) == "export") arguments.insert(arguments.end(), {"--out", m_folder.path("x")});
        if (std::string(command) == "recommend" || std::string(command) == "attention") {
            arguments.insert(arguments.end(), {"--user", "u1"});
        }
        expectMessage(cli(arguments), 1, "nobody");
    }
    expectMessage(cli({"train", "--resume", "nobody"}), 1, "nobody");
}

TEST_F(Usage, ANameThatIsTakenFails) {
    importSmall();
    expectMessage(importFile(m_folder.path("small.csv")), 1, "small");
    EXPECT_EQ(datasetCount(), 1u);
}

TEST_F(Usage, InvalidSettingsExitWithTwoAndLeaveNoRun) {
    importSmall();
    const Arguments train = {"train", "--dataset", "small", "--model", "sasrec"};
    const auto with = [&](const Arguments& moreArguments) {
        Arguments all = train;
        all.insert(all.end(), moreArguments.begin(), moreArguments.end());
        return cli(all);
    };
    expectMessage(with({"--set", "dimm=8"}), 2, "dimm");
    expectMessage(with({"--set", "dim"}), 2, "dim");
    expectMessage(with({"--set", "dim=eight"}), 2, "dim");
    expectMessage(with({"--set", "dim=-8"}), 2, "dim");
    expectMessage(with({"--set", "heads=5", "--set", "dim=8"}), 2, "heads");
    expectMessage(with({"--preset", "rapid"}), 2, "rapid");
    expectMessage(with({"--device", "abacus"}), 2, "abacus");
    expectMessage(cli({"train", "--dataset", "small", "--model", "bert5rec"}), 2, "bert5rec");
    EXPECT_EQ(cli({"runs", "--json"}).json()["runs"].size(), 0u);
}

TEST_F(Usage, InvalidColumnsAndFormatsExitWithTwo) {
    const std::string path = file("small.csv", smallInteractions(20));
    expectMessage(cli({"import", path, "--columns", "who=1"}), 2, "who");
    expectMessage(cli({"import", path, "--format", "papyrus"}), 2, "papyrus");
}

}  // namespace
}  // namespace recscope::test
