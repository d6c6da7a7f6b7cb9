// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_report.h"

#include <gtest/gtest.h>

#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

ImportReport fullReport() {
    ImportReport report;
    report.path = "/data/ratings.csv";
    report.itemsPath = "/data/movies.csv";
    report.format = "delimited";
    report.why = "by the header";
    report.encoding = "UTF-8";
    report.itemsEncoding = "ISO-8859-1";
    report.rowsRead = 1010;
    report.rowsKept = 1000;
    for (int line = 2; line <= 10; ++line) report.drop("too few fields", line);
    report.drop("no user", 99);
    report.users = 30;
    report.items = 40;
    report.usersWithFewerThanThree = 2;
    report.tiedTimes = 12;
    report.itemsWithoutTitle = 1;
    report.tagsPath = "/data/tags.csv";
    report.itemsWithTags = 7;
    report.seconds = 0.5;
    report.rowsDamaged = 3;
    report.encodingErrors = 4;
    report.duplicates = 5;
    report.usersWithTiedLastTwo = 6;
    report.checksum = "abc";
    report.usersLeftOut = 8;
    report.itemsLeftOut = 9;
    report.commentLines = 10;
    report.warnings = {"One user has half of all rows."};
    return report;
}

TEST(ImportReport, CountsByReasonWithTheFirstFiveLines) {
    const ImportReport report = fullReport();
    ASSERT_EQ(report.dropped.size(), 2u);
    EXPECT_EQ(report.dropped[0].count, 9);
    EXPECT_EQ(report.dropped[0].firstLines, (std::vector<std::int64_t>{2, 3, 4, 5, 6}));
    EXPECT_EQ(report.droppedRows(), 10);
}

TEST(ImportReport, KeepsTheSmallestLineNumbersWhateverTheOrder) {
    ImportReport report;
    for (const int line : {9, 3, 7, 1, 8, 2, 10}) report.drop("x", line);
    EXPECT_EQ(report.dropped[0].firstLines, (std::vector<std::int64_t>{1, 2, 3, 7, 8}));
    EXPECT_EQ(report.maxDropped(), "x");
}

TEST(ImportReport, AJsonRoundTripChangesNothing) {
    ImportReport report = fullReport();
    report.onlyDates = true;
    const ImportReport back = ImportReport::fromJson(report.toJson());
    EXPECT_EQ(back.toJson(), report.toJson());
    EXPECT_EQ(back.dropped[1].reason, "no user");
    EXPECT_EQ(back.itemsEncoding, "ISO-8859-1");
    EXPECT_EQ(back.tiedTimes, 12);
    EXPECT_TRUE(back.onlyDates);
    EXPECT_EQ(back.rowsDamaged, 3);
    EXPECT_EQ(back.encodingErrors, 4);
    EXPECT_EQ(back.duplicates, 5);
    EXPECT_EQ(back.usersWithTiedLastTwo, 6);
    EXPECT_EQ(back.checksum, "abc");
    EXPECT_EQ(back.usersLeftOut, 8);
    EXPECT_EQ(back.itemsLeftOut, 9);
    EXPECT_EQ(back.commentLines, 10);
    EXPECT_EQ(back.warnings, report.warnings);
}

TEST(ImportReport, TextNamesEveryReason) {
    const std::string text = fullReport().toText();
    EXPECT_NE(text.find("1,010 rows read, 1,000 kept, 10 dropped"), std::string::npos) << text;
    EXPECT_NE(text.find("9: too few fields (lines 2, 3, 4, 5, 6, …)"), std::string::npos) << text;
    EXPECT_NE(text.find("1: no user (line 99)"), std::string::npos) << text;
    for (const char* part : {"12 interactions are at the same time", "6 users have the last two interactions",
                             "5 interactions are with an item", "4 ids have bytes", "SHA-256 of the file: abc",
                             "Warning: One user has half of all rows."}) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }
}

TEST(ImportReport, DamagedJsonIsRefused) {
    EXPECT_ERROR(ImportReport::fromJson("{"), ErrorKind::Workspace, "cannot be read");
    EXPECT_ERROR(ImportReport::fromJson(R"({"rows_read":"x"})"), ErrorKind::Workspace, "cannot be read");
}

}  // namespace
}  // namespace recscope
