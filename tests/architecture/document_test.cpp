// SPDX-License-Identifier: GPL-3.0-or-later
// The documents name only files that exist, and stay short enough to be read.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "source_tree.h"

namespace recscope::architecture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxWords = 1500;  // about two pages, which can be read in one sitting

/// Documents about the code, relative to the root: not those in subfolders of docs/, such as the manual.
std::vector<std::string> documents(const SourceTree& tree) {
    std::vector<std::string> all = tree.files({"docs"}, {".md"});
    std::erase_if(all, [](const std::string& file) { return file.find('/', 5) != std::string::npos; });
    for (const char* file : {"ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"}) all.emplace_back(file);
    return all;
}

/// The texts in backquotes that look like paths in this repository. Paths with a placeholder in capitals (NAME, NN,
/// LANGUAGE) are skipped.
std::vector<std::string> pathsIn(const std::string& line) {
    static const std::regex quoted("`([^`]+)`");
    static const std::regex path(R"((core|ui|app|tests|resources|packaging|cmake|datasets|docs)/[a-z0-9_./-]*)");
    static const std::regex name(R"([a-z0-9_]+\.(h|cpp))");
    std::vector<std::string> paths;
    for (auto match = std::sregex_iterator(line.begin(), line.end(), quoted); match != std::sregex_iterator();
         ++match) {
        const std::string text = (*match)[1];
        if (std::regex_match(text, path) || std::regex_match(text, name)) paths.push_back(text);
    }
    return paths;
}

TEST(Documents, NameOnlyPathsThatExist) {
    const SourceTree tree(RECSCOPE_SOURCE_DIR);
    std::set<std::string> names;
    for (const std::string& file : tree.files({"core", "ui", "app", "tests"}, {".h", ".cpp"}))
        names.insert(fs::path(file).filename());
    std::size_t checked = 0;
    for (const std::string& document : documents(tree)) {
        for (const std::string& line : tree.lines(document)) {
            for (const std::string& path : pathsIn(line)) {
                const bool exists = path.find('/') == std::string::npos
                                        ? names.count(path) > 0
                                        : fs::exists(fs::path(RECSCOPE_SOURCE_DIR) / path);
                EXPECT_TRUE(exists) << document << " names " << path;
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 150u);
}

TEST(Documents, EachFitsOnTwoPages) {
    const SourceTree tree(RECSCOPE_SOURCE_DIR);
    for (const std::string& document : documents(tree)) {
        if (document == "README.md" || document == "CONTRIBUTING.md") continue;
        std::size_t words = 0;
        for (const std::string& line : tree.lines(document)) {
            std::istringstream stream(line);
            for (std::string word; stream >> word;) ++words;
        }
        EXPECT_LE(words, kMaxWords) << document;
    }
}

TEST(Documents, AMissingPathIsFound) {
    EXPECT_EQ(pathsIn("See `core/train/no_such_file.h` and `README`, `no_such.cpp`."),
              (std::vector<std::string>{"core/train/no_such_file.h", "no_such.cpp"}));
    EXPECT_TRUE(pathsIn("`resources/lessons/NN_key.md`, `out/tour`").empty());
}

}  // namespace
}  // namespace recscope::architecture
