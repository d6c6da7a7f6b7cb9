// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/source_part.h"

#include <gtest/gtest.h>

#include "core/util/error.h"
#include "tests/core/support/archive_files.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

std::string textOf(const SourcePart& part) {
    return readUpTo(*openPart(part), 1000);
}

TEST(SourcePart, AnArchiveCanBeWalkedLikeAFolder) {
    const TemporaryFolder folder;
    writeZip(folder / "ml.zip", {{"ml/ratings.dat", "r"}, {"ml/movies.dat", "m"}, {"other/movies.dat", "o"}});
    const SourcePart part = partAt(folder / "ml.zip/ml/ratings.dat");
    EXPECT_EQ(part.path, folder / "ml.zip");
    EXPECT_EQ(part.name(), "ratings.dat");
    EXPECT_EQ(part.folder(), "ml");
    EXPECT_EQ(part.displayPath(), (folder / "ml.zip/ml/ratings.dat").string());
    EXPECT_EQ(textOf(part), "r");
    const auto beside = partsBeside(part, {"links.dat", "movies.dat"});
    ASSERT_EQ(beside.size(), 1u);
    EXPECT_EQ(textOf(beside[0]), "m");
}

TEST(SourcePart, TheNameOmitsTheCompressionSuffix) {
    const TemporaryFolder folder;
    writeGzip(folder / "steam.json.gz", "{}");
    writeGzip(folder / "games.json.gz", "[]");
    const SourcePart part = partAt(folder / "steam.json.gz");
    EXPECT_EQ(part.name(), "steam.json");
    EXPECT_EQ(textOf(part), "{}");
    const auto beside = partsBeside(part, {"games.json"});
    ASSERT_EQ(beside.size(), 1u);
    EXPECT_EQ(textOf(beside[0]), "[]");
}

TEST(SourcePart, MemberNamesThatPointOutsideStayInTheArchive) {
    const TemporaryFolder folder;
    folder.write("outside.csv", "outside");
    writeZip(folder / "trick.zip", {{"../outside.csv", "inside"}, {"/etc/hostname", "inside"}});
    for (const SourcePart& part : partsOf(folder / "trick.zip")) {
        EXPECT_EQ(textOf(part), "inside");
        EXPECT_EQ(textOf(partAt(part.displayPath())), "inside") << part.displayPath();
    }
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path())) ++files;
    EXPECT_EQ(files, 2u);
}

TEST(SourcePart, PathsThatAreNotFilesAreRefused) {
    const TemporaryFolder folder;
    EXPECT_ERROR(openPart(partAt(folder / "none.csv")), ErrorKind::Input, "There is no file");
    EXPECT_ERROR(openPart(partAt(folder.path())), ErrorKind::Input, "is a folder");
    EXPECT_ERROR(openPart(partAt("/dev/null")), ErrorKind::Input, "not a file that can be read");
    EXPECT_ERROR(openPart(partAt("")), ErrorKind::Input, "No file was named");
    EXPECT_ERROR(openPart(partAt(folder.write("a.csv", "x") / "b.csv")), ErrorKind::Input, "There is no file");
}

}  // namespace
}  // namespace recscope
