// SPDX-License-Identifier: GPL-3.0-or-later
// Imports whole files with various encodings, delimiters and line ends.
#include <fmt/format.h>

#include "tests/core/support/archive_files.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using ImportBytesTest = ImporterTest;

/// 120 rows of 12 users with 10 rows each, ratings from 1 to 5.
std::string table(const std::string& delimiter, const std::string& end) {
    std::string bytes =
        fmt::format("{1}{0}{2}{0}{3}{0}{4}{5}", delimiter, "user_id", "item_id", "rating", "timestamp", end);
    for (int i = 0; i < 120; ++i)
        bytes += fmt::format("u{1}{0}b{2}{0}{3}{0}{4}{5}", delimiter, i % 12, i % 31, i % 5 + 1, 1500000000 + i, end);
    return bytes;
}

bool isStated(const ImportReport& report, std::string_view part) {
    return report.toText().find(part) != std::string::npos;
}

TEST_F(ImportBytesTest, LineEndsAndDeclaredDelimitersChangeNothing) {
    const std::string expected = historyOf(import(m_folder.write("plain.csv", table(",", "\n"))), "u3");
    for (const auto& [name, bytes] : std::initializer_list<std::pair<const char*, std::string>>{
             {"cr.csv", table(",", "\r")},
             {"crlf.csv", table(",", "\r\n")},
             {"declared.csv", "sep=;\r\n" + table(";", "\r\n")},
             {"comments.csv", "# from the shop\n" + table(",", "\n") + "# the end\n"}}) {
        const ImportResult result = import(m_folder.write(name, bytes));
        EXPECT_EQ(historyOf(result, "u3"), expected) << name;
        EXPECT_EQ(result.report.rowsRead, 120) << name;
    }
}

TEST_F(ImportBytesTest, TitlesHaveNoControlCharacters) {
    m_folder.write("movies.csv", "movieId,title,genres\n1,Am\xE9lie\x92s \x93x\x94,Drama\n2,B,Drama\n");
    const auto result =
        import(m_folder.write("ratings.csv", "userId,movieId,rating,timestamp\n1,1,4,964982703\n1,2,4,964982704\n"));
    EXPECT_EQ(m_store.items(result.dataset.id)[0].title, "Amélie’s “x”");
    EXPECT_EQ(result.report.itemsEncoding, "windows-1252");
}

TEST_F(ImportBytesTest, NamesInTabSeparatedFilesKeepTheirQuotes) {
    std::string bytes = "user\titem\n";
    for (int i = 0; i < 40; ++i) bytes += i % 8 == 0 ? "a\t\"Weird Al\" Yankovic\n" : i == 3 ? "a\t\"open\n" : "b\tc\n";
    const auto result = import(m_folder.write("a.tsv", bytes));
    EXPECT_EQ(result.report.rowsKept, 40);
    EXPECT_TRUE(historyOf(result, "a").starts_with("\"Weird Al\" Yankovic \"open"));
}

TEST_F(ImportBytesTest, RatingsThatAreNotNumbersAreReportedAndTheirRowsKept) {
    std::string bytes = "user;item;rating\n";
    for (int i = 0; i < 20; ++i) bytes += fmt::format("a;x{};{}\n", i, i % 4 == 0 ? "80 %" : "3,5");
    const auto result = import(m_folder.write("r.csv", bytes));
    EXPECT_EQ(result.report.rowsKept, 20);
    EXPECT_EQ(m_store.history(result.dataset.id, 0)[1].rating, 3.5);
    EXPECT_FALSE(m_store.history(result.dataset.id, 0)[0].rating.has_value());
    EXPECT_TRUE(
        isStated(result.report, "5 ratings are not numbers (\"80 %\"): their rows were kept without a rating."));
}

TEST_F(ImportBytesTest, AnUnreadableTitlesFileDoesNotStopTheImport) {
    const std::string ratings = "userId,movieId,rating,timestamp\n1,1,4,964982703\n1,2,4,964982704\n";
    m_folder.write("movies.csv", std::string("\0\1\2\3", 4));
    ImportOptions options = optionsFor(m_folder.write("ratings.csv", ratings));
    const ImportResult result = import(options);
    EXPECT_EQ(result.report.rowsKept, 2);
    EXPECT_TRUE(isStated(result.report, "Warning: Titles were not read from movies.csv. The file is not text"));
    m_folder.write("movies.csv", "Call me Ishmael.\nSome years ago\n");
    options.name = "prose";
    const ImportResult prose = import(options);
    EXPECT_TRUE(isStated(prose.report, "Titles were not read from movies.csv"));
    EXPECT_EQ(ImportOptions::fromJson(prose.dataset.settings).itemsPath, "") << "a repeated import must not fail";
    options.name = "named";
    options.itemsPath = m_folder / "movies.csv";
    EXPECT_ERROR(import(options), ErrorKind::Input, "no table");
}

TEST_F(ImportBytesTest, WarnsAboutAUserWithAThirdOfTheRowsAndAboutTextAsIds) {
    std::string bytes = "user,item\n";
    for (int i = 0; i < 120; ++i)
        bytes += fmt::format("{},x{}\n", i % 3 == 0 ? "anonymous" : "u" + std::to_string(i % 12), i);
    EXPECT_TRUE(isStated(
        import(m_folder.write("a.csv", bytes)).report,
        "The user \"anonymous\" has 40 of the 120 rows (33 %): perhaps this is a placeholder for a missing value."));
    EXPECT_TRUE(isStated(import(m_folder.write("b.csv", bytes + "and it broke after two days,x1\n")).report,
                         "1 of the 10 users looks like free text rather than an id"));
}

TEST_F(ImportBytesTest, UsersAndItemsWithoutRemainingRowsAreCounted) {
    const auto result = import(m_folder.write("a.csv",
                                              "user,item,timestamp\na,x,300000000\na,y,300000001\na,x,300000002\n"
                                              "b,z,soon\na,w,then\n"));
    EXPECT_EQ(result.report.usersLeftOut, 1);
    EXPECT_EQ(result.report.itemsLeftOut, 2);
    EXPECT_TRUE(
        isStated(result.report, "Left out altogether: 1 user and 2 items, because all their rows were dropped."));
    ImportOptions options = optionsFor(m_folder.write("k.csv", "user,item\na,x\na,y\na,x\nb,z\n"));
    options.minUserInteractions = 2;
    EXPECT_EQ(import(options).report.usersLeftOut, 1);
}

TEST_F(ImportBytesTest, AShortFirstLineIsDroppedAndTheTimesAreStillFound) {
    std::string bytes = "u0,b0\n";
    for (int i = 0; i < 40; ++i) bytes += fmt::format("u{},b{},{},{}\n", i % 4, i % 9, i % 5 + 1, 1500000000 + i);
    const auto result = import(m_folder.write("a.csv", bytes));
    EXPECT_TRUE(result.dataset.hasTimes);
    EXPECT_EQ(result.report.rowsKept, 40);
}

TEST_F(ImportBytesTest, CircularLinksAreRefusedAndSkippedInFolders) {
    fs::create_symlink("loop.csv", m_folder / "loop.csv");
    EXPECT_ERROR(import(m_folder / "loop.csv"), ErrorKind::Input, "a link that leads back to itself");
    EXPECT_ERROR(import(m_folder / "loop.csv/ratings.csv"), ErrorKind::Input, "a link that leads back to itself");
    fs::create_directories(m_folder / "good");
    fs::create_symlink("l", m_folder / "good/l");
    m_folder.write("good/ratings.csv", table(",", "\n"));
    EXPECT_EQ(import(m_folder / "good").report.rowsKept, 120);
}

TEST_F(ImportBytesTest, ReadsCompressedFilesAndRefusesEmptyOnesAndBinaryWorkbooks) {
    writeCompressed(m_folder / "a.csv.bz2", table(",", "\n"), "bzip2");
    writeCompressed(m_folder / "b.csv.xz", table(",", "\n"), "xz");
    writeCompressed(m_folder / "c.csv.zst", table(",", "\n"), "zstd");
    for (const char* name : {"a.csv.bz2", "b.csv.xz", "c.csv.zst"}) {
        const ImportResult result = import(m_folder / name);
        EXPECT_EQ(result.dataset.name, std::string(name, 1));
        EXPECT_EQ(result.report.rowsKept, 120);
    }
    writeGzip(m_folder / "empty.csv.gz", "");
    EXPECT_ERROR(import(m_folder / "empty.csv.gz"), ErrorKind::Input, "The file is empty");
    writeZip(m_folder / "book.xlsb", {{"[Content_Types].xml", "<x/>"}, {"xl/workbook.bin", "x"}});
    EXPECT_ERROR(import(m_folder / "book.xlsb"), ErrorKind::Input, "a binary Excel workbook");
}

}  // namespace
}  // namespace recscope
