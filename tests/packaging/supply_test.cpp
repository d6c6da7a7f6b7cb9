// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the bill of materials with the lists of packages in packaging/.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "cli_process.h"
#include "command_help.h"

namespace recscope::test {
namespace {

/// The bill of materials of recscope-cli: CycloneDX as JSON.
std::string bill() {
    const ShellOutcome outcome = shell(sourcePath("packaging/bill_of_materials.py") +
                                       " --name recscope-cli --version 1 --epoch 0 " RECSCOPE_CLI);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out;
    return outcome.out;
}

/// Whether LibTorch is the distribution's, whose packages state versions and licences. PyPI's wheels state neither for
/// the libraries that they contain.
bool isTorchFromPackages() {
#ifdef RECSCOPE_TORCH_WHEELS
    return false;
#else
    return true;
#endif
}

/// All packages that packages.txt lists, whatever their group.
std::set<std::string> knownPackages() {
    std::set<std::string> packages;
    std::istringstream lines(sourceFile("packaging/packages.txt"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string group, package;
        if (line[0] != '#' && words >> group >> package) packages.insert(package);
    }
    return packages;
}

TEST(Supply, TheBillHasLicenceAndVersionOfEachDependency) {
    if (!isTorchFromPackages()) GTEST_SKIP() << "built against PyPI's LibTorch, of which no package is made";
    const Json list = Json::parse(bill());
    EXPECT_EQ(list["bomFormat"], "CycloneDX");
    std::map<std::string, std::string> parts;
    for (const Json& component : list["components"]) {
        parts[component["name"]] = component["properties"][0]["value"];
        EXPECT_NE(component["version"], "") << component["name"];
        EXPECT_FALSE(component["licenses"].empty()) << component["name"];
    }
    EXPECT_EQ(parts["libsqlite3-0"], "linked");
    EXPECT_EQ(parts["libcli11-dev"], "compiled in");
    EXPECT_EQ(parts.count("libqt6core6"), 0u) << "recscope-cli must not depend on Qt";
}

TEST(Supply, TheBillIsTheSameEachTime) {
    if (!isTorchFromPackages()) GTEST_SKIP() << "built against PyPI's LibTorch, of which no package is made";
    EXPECT_EQ(bill(), bill());
}

TEST(Supply, CompiledInLibrariesAreInTheCopyrightFile) {
    const std::string copyright = sourceFile("packaging/copyright");
    for (const char* name : {"Boost.Math", "CLI11", "nlohmann-json", "SQLiteCpp"}) {
        EXPECT_NE(copyright.find(std::string("\nFiles: compiled-in/") + name), std::string::npos) << name;
    }
    for (const char* package : {"libboost-dev", "libcli11-dev", "nlohmann-json3-dev", "libsqlitecpp-dev"}) {
        EXPECT_TRUE(knownPackages().contains(package));
        EXPECT_NE(sourceFile("packaging/bill_of_materials.py").find(package), std::string::npos) << package;
    }
}

TEST(Supply, FilesWithCallsOfPosixOrLinuxAreNamedInTheReadme) {
    const ShellOutcome listing =
        shell("cd " + sourcePath("") +
              " && grep -rlE '#include <(sys/|unistd|fcntl|dlfcn|poll|pthread)|\"/proc/' core app ui");
    const std::string page = sourceFile("packaging/README.md");
    std::istringstream files(listing.out);
    int count = 0;
    for (std::string file; std::getline(files, file); ++count) {
        EXPECT_NE(page.find("`" + file + "`"), std::string::npos) << file << " is not named in packaging/README.md";
    }
    EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace recscope::test
