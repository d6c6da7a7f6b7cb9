// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>

#include "tests/core/support/archive_files.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using ImportErrorsTest = ImporterTest;

TEST_F(ImportErrorsTest, UnknownColumnsAreRefused) {
    ImportOptions options = optionsFor(m_folder.write("a.csv", "user,item\na,x\n"));
    options.columns = ColumnMapping::parse("user=user,item=film");
    EXPECT_ERROR(import(options), ErrorKind::Usage, "no column \"film\"");
    options.columns = ColumnMapping::parse("user=1,item=3");
    EXPECT_ERROR(import(options), ErrorKind::Usage, "no column \"3\"");
    options.columns = ColumnMapping::parse("user=1,item=1");
    EXPECT_ERROR(import(options), ErrorKind::Usage, "both needed");
    EXPECT_ERROR(ColumnMapping::parse("user"), ErrorKind::Usage, "\"user\"");
    EXPECT_ERROR(ColumnMapping::parse("film=1"), ErrorKind::Usage, "film=1");
}

TEST_F(ImportErrorsTest, AFewDamagedRowsAreCountedByReason) {
    std::string good;
    for (int i = 0; i < 9; ++i) good += "b,x" + std::to_string(i) + ",5,100000002\n";
    const auto result = import(m_folder.write("d.csv",
                                              "user,item,rating,timestamp\n"
                                              "a,x,5,100000001\n"
                                              "a\n"
                                              ",x,5,100000001\n"
                                              "a,,5,100000001\n"
                                              "\n"
                                              "a,y,good,100000001\n"
                                              "a,y,5,soon\n"
                                              "a,\"y,5,100000001\n" +
                                                  good));
    std::vector<std::string> reasons;
    for (const DroppedRows& rows : result.report.dropped) {
        reasons.push_back(rows.reason);
        EXPECT_EQ(rows.count, 1) << rows.reason;
    }
    EXPECT_EQ(reasons, (std::vector<std::string>{"too few fields", "no user", "no item", "empty line",
                                                 "the time cannot be read", "a quote is not closed"}));
    EXPECT_EQ(result.report.dropped[1].firstLines, (std::vector<std::int64_t>{4}));
    EXPECT_EQ(result.report.rowsKept, 11);  // including the one whose rating is a word
    expectEveryRowAccounted(result.report);
}

TEST_F(ImportErrorsTest, MissingValuesAreRecognisedInEverySpelling) {
    std::string bytes = "user,item,rating,timestamp\n";
    for (int i = 0; i < 20; ++i) bytes += fmt::format("b,x{},5,100000002\n", i);
    for (const char* spelling : {"NA", "NaN", "null", "None", "\\N", "-", ""}) {
        bytes += fmt::format("{0},x,5,100000001\na,{0},5,100000001\na,y,{0},100000001\na,z,5,{0}\n", spelling);
    }
    const auto result = import(m_folder.write("m.csv", bytes));
    EXPECT_EQ(historyOf(result, "a"), "y y y y y y y");
    for (const Interaction& interaction :
         m_store.history(result.dataset.id, m_store.userById(result.dataset.id, "a").user)) {
        EXPECT_FALSE(interaction.rating.has_value());
    }
    ASSERT_EQ(result.report.dropped.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(result.report.dropped[i].reason, (std::array{"no user", "no item", "no time"})[i]);
        EXPECT_EQ(result.report.dropped[i].count, 7);
    }
    expectEveryRowAccounted(result.report);
}

TEST_F(ImportErrorsTest, MissingIdsDoNotHideThatIdsAreWholeNumbers) {
    const auto result = import(m_folder.write("w.csv", "user,item\n1.0,7\nNaN,7\n1.0,8\n,9\n1,9\n2.0,\n2,7\n"));
    EXPECT_EQ(historyOf(result, "1"), "7 8 9");
}

TEST_F(ImportErrorsTest, AQuotedFieldThatSpansLinesIsOneRowAndAnUnclosedOneIsDamaged) {
    std::string bytes = "user,item,\"what they\nsaid\",rating,timestamp\n";  // lines 1 and 2
    bytes += "a,x,\"good,\r\n\r\nvery \"\"good\"\"\",5,100000001\r\n";       // 3 to 5
    bytes += "a,y,\"never closed,5,100000002\n";                             // 6
    bytes += "a,z,\"fine\nreally\",4,100000003\n";                           // 7 and 8
    bytes += "a,,\"no\nitem\",4,100000003\n";                                // 9 and 10
    for (int i = 0; i < 100; ++i) bytes += "b,x,,4,100000003\n";
    bytes += "b,y,\"open at the end,4,100000003";  // 111
    const auto options = optionsFor(m_folder.write("q.csv", bytes));
    const ImportPreview preview = previewImport(options);
    EXPECT_EQ(preview.totalRows, 105);
    EXPECT_EQ(preview.header[2], "what they\nsaid");
    EXPECT_EQ(preview.rows[0], (std::vector<std::string>{"a", "x", "good,\n\nvery \"good\"", "5", "100000001"}));
    const ImportResult result = import(options);
    EXPECT_EQ(historyOf(result, "a"), "x z");
    EXPECT_EQ(result.report.rowsRead, 105);
    EXPECT_EQ(result.report.rowsKept, 102);
    ASSERT_EQ(result.report.dropped.size(), 2u);
    EXPECT_EQ(result.report.dropped[0].reason, "a quote is not closed");
    EXPECT_EQ(result.report.dropped[0].firstLines, (std::vector<std::int64_t>{6, 111}));
    EXPECT_EQ(result.report.dropped[1].firstLines, (std::vector<std::int64_t>{9}));
    expectEveryRowAccounted(result.report);
}

TEST_F(ImportErrorsTest, ALineWithZeroBytesFarDownIsDamaged) {
    std::string bytes;
    for (int i = 0; i < 60000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    bytes += std::string("7 \0\0\n", 5);
    const auto result = import(m_folder.write("a.txt", bytes));
    ASSERT_EQ(result.report.dropped.size(), 1u);
    EXPECT_EQ(result.report.dropped[0].reason, "contains zero bytes");
    EXPECT_EQ(result.report.dropped[0].firstLines[0], 60001);
}

TEST_F(ImportErrorsTest, HalfOfTheRowsDamagedStopsTheImportAndNamesThem) {
    EXPECT_ERROR(import(m_folder.write(
                     "u.data", "1\t2\t3\t881250949\nbroken\n1\t3\t3\t881250949\n1\t4\n1\t5\t3\t881250950\nx\n")),
                 ErrorKind::Input, "3 of the 6 rows of u.data cannot be read: too few fields (lines 2, 4 and 6)");
    expectNothingStored();
}

TEST_F(ImportErrorsTest, EachUnusableFileIsRefusedWithItsReason) {
    const auto refused = [&](const fs::path& path, const char* part) {
        EXPECT_ERROR(import(path), ErrorKind::Input, part);
    };
    refused(m_folder / "missing.csv", "There is no file");
    refused(m_folder.write("empty.csv", ""), "The file is empty");
    refused(m_folder.write("blank.csv", " \n\n"), "The file is empty");
    refused(m_folder.write("binary.dat", std::string("\x7F"
                                                     "ELF\0\0\1",
                                                     7)),
            "not text");
    refused(m_folder.write("a.zip", "PK\x03\x04stuff"), "The archive is truncated");
    refused(m_folder.write("a.gz", "\x1F\x8Bstuff"), "The archive is damaged");
    refused(m_folder.write("a.png", std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\n1,2\n", 22)), "a picture");
    refused(m_folder.write("utf32.csv", std::string("\xFF\xFE\0\0u\0\0\0", 8)), "UTF-32");
    refused(m_folder.write("a.json", "{\"name\": 1, \"word\": 2}\n"), "looks like interactions");
    refused(m_folder.write("a.parquet", "PAR1\x15\x04"), "Parquet");
    refused(m_folder.write("prose.txt", "Call me Ishmael.\nSome years ago, never mind how long\n"),
            "looks like interactions");
    refused(m_folder.write("titles.csv", "id,title\n1,A\n2,B\n"), "looks like interactions");
    refused(m_folder.write("movies.dat", "1::A (1995)::Drama\n2::B (1996)::Drama\n"), "more than one interaction");
    refused("", "No file was named");
    refused(m_folder.write("header.csv", "user,item\n"), "No interaction");
    expectNothingStored();
}

TEST_F(ImportErrorsTest, AMissingTitlesFileIsRefused) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.itemsPath = m_folder / "none.csv";
    EXPECT_ERROR(import(options), ErrorKind::Input, "There is no file");
    expectNothingStored();
}

TEST_F(ImportErrorsTest, ANameThatIsTakenIsRefused) {
    const auto path = m_folder.write("a.txt", "1 2\n1 3\n");
    import(path);
    EXPECT_ERROR(import(path), ErrorKind::Input, "already a dataset named \"a\"");
    EXPECT_EQ(m_store.list().size(), 1u);
}

TEST_F(ImportErrorsTest, AFolderWithNoOrSeveralFilesIsRefused) {
    fs::create_directories(m_folder / "nothing");
    EXPECT_ERROR(import(m_folder / "nothing"), ErrorKind::Input, "holds no file with interactions");
    fs::create_directories(m_folder / "many");
    m_folder.write("many/a.txt", "1 2\n1 3\n");
    m_folder.write("many/b.txt", "1 2\n1 3\n");
    EXPECT_ERROR(import(m_folder / "many"), ErrorKind::Input, "more than one file");
}

TEST_F(ImportErrorsTest, ManyDamagedRowsAreDroppedOnRequest) {
    ImportOptions options = optionsFor(m_folder.write("u.csv", "user,item\na,x\nbroken\na,y\nbroken\n"));
    EXPECT_ERROR(import(options), ErrorKind::Input, "2 of the 4 rows");
    options.keepDamaged = true;
    const ImportResult result = import(options);
    EXPECT_EQ(result.dataset.interactions, 2);
    EXPECT_EQ(result.report.rowsDamaged, 2);
    expectEveryRowAccounted(result.report);
}

TEST_F(ImportErrorsTest, TimesAndRatingsOutOfRangeAreDroppedWithTheirReasons) {
    std::string bytes = "user,item,rating,timestamp\na,x,5,-9000000000\na,x,5,4102444800\na,x,1e30,300000000\na,x,5,\n";
    for (int i = 0; i < 5; ++i) bytes += "a,y,5,300000000\n";
    const ImportReport report = import(m_folder.write("t.csv", bytes)).report;
    ASSERT_EQ(report.dropped.size(), 4u);
    EXPECT_EQ(report.dropped[0].reason, "a time before 1800");
    EXPECT_EQ(report.dropped[1].reason, "a time after 2099");
    EXPECT_EQ(report.dropped[2].reason, "the rating is out of range");
    EXPECT_EQ(report.dropped[3].reason, "no time");
}

TEST_F(ImportErrorsTest, ReviewsWithoutAYearAreDroppedWithTheirReason) {
    const auto result = import(m_folder.write(
        "australian_user_reviews.json",
        "{'user_id': 'a', 'reviews': [{'item_id': '1', 'posted': 'Posted June 24, 2014.'}, {'item_id': '2', 'posted': "
        "'Posted March 3.'}]}\n"
        "{'user_id': 'a', 'reviews': [{'item_id': '4', 'posted': 'Posted May 9.'}, {'item_id': '3', 'posted': 'Posted "
        "July 1, 2013.'}, {'item_id': '5', 'posted': 'Posted July 2, 2013.'}]}\n"));
    EXPECT_EQ(historyOf(result, "a"), "3 5 1");
    ASSERT_EQ(result.report.dropped.size(), 1u);
    EXPECT_EQ(result.report.dropped[0].reason, "a date without a year");
    EXPECT_EQ(result.report.dropped[0].firstLines, (std::vector<std::int64_t>{1, 2}));
    expectEveryRowAccounted(result.report);
}

TEST_F(ImportErrorsTest, ATooLongLineIsDroppedAndAFileOfOneSuchLineIsRefused) {
    std::string bytes = "user,item\n";
    for (int i = 0; i < 600; ++i) bytes += "a," + std::to_string(i) + "\n";
    const std::string huge(17 << 20, 'x');
    const ImportReport report = import(m_folder.write("a.csv", bytes + huge + "\nb,1\nb,2\n")).report;
    ASSERT_EQ(report.dropped.size(), 1u);
    EXPECT_EQ(report.dropped[0].reason, "longer than 16 MiB");
    EXPECT_EQ(report.users, 2);
    EXPECT_ERROR(previewImport(optionsFor(m_folder.write("b.csv", huge))), ErrorKind::Input, "longer than 16 MiB");
}

TEST_F(ImportErrorsTest, UnreadableArchivesAreRefusedAndStoreNothing) {
    std::string bytes = "userId,movieId,rating,timestamp\n";
    std::uint32_t state = 1;
    for (int i = 0; i < 100'000; ++i) {
        state = state * 1664525 + 1013904223;
        bytes += fmt::format("{},{},4.0,{}\n", i / 50, state % 9973, 900'000'000 + state % 100'000'007);
    }
    writeGzip(m_folder / "cut.csv.gz", bytes);
    fs::resize_file(m_folder / "cut.csv.gz", fs::file_size(m_folder / "cut.csv.gz") * 3 / 4);
    EXPECT_ERROR(previewImport(optionsFor(m_folder / "cut.csv.gz")), ErrorKind::Input, "is truncated");
    EXPECT_ERROR(import(m_folder / "cut.csv.gz"), ErrorKind::Input, "is truncated");
    writeZip(m_folder / "secret.zip", {{"ratings.csv", bytes}}, "open sesame");
    EXPECT_ERROR(import(m_folder / "secret.zip"), ErrorKind::Input, "password");
    writeGzip(m_folder / "bomb.csv.gz", bytes.substr(0, 10'000) + std::string(60 << 20, '0'));
    EXPECT_ERROR(import(m_folder / "bomb.csv.gz"), ErrorKind::Input, "times its size");
    writeZip(m_folder / "none.zip", {{"readme.txt", "Call me Ishmael.\nSome years ago\n"}});
    EXPECT_ERROR(import(m_folder / "none.zip"), ErrorKind::Input, "looks like interactions");
    writeZip(m_folder / "two.zip", {{"a.txt", "1 2\n1 3\n"}, {"b.txt", "1 2\n1 3\n"}});
    EXPECT_ERROR(import(m_folder / "two.zip"), ErrorKind::Input, "more than one file with interactions");
    expectNothingStored();
}

TEST_F(ImportErrorsTest, AChosenFormatOrMemberThatDoesNotFitIsRefused) {
    ImportOptions options = optionsFor(m_folder.write("a.csv", "user,item\na,x\na,y\n"));
    options.format = "steam-reviews";
    EXPECT_ERROR(import(options), ErrorKind::Input, "not in the format \"Steam reviews");
    options.format.clear();
    options.timeFormat = TimeFormat::Posted;
    EXPECT_EQ(import(options).dataset.interactions, 2);  // without times, their format does not matter
    writeZip(m_folder / "a.zip", {{"x.csv", "user,item\na,x\na,y\n"}});
    options.path = m_folder / "a.zip";
    options.member = "y.csv";
    EXPECT_ERROR(import(options), ErrorKind::Input, "There is no \"y.csv\"");
}

}  // namespace
}  // namespace recscope
