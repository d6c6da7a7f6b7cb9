// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_filters.h"

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using ImportFiltersTest = ImporterTest;

TEST_F(ImportFiltersTest, FiltersDropAndCountRows) {
    ImportOptions options = optionsFor(m_folder.write("f.csv",
                                                      "user,item,rating\n"
                                                      "a,x,5\na,y,4\na,z,2\n"
                                                      "b,x,4\nb,y,5\n"
                                                      "c,x,5\nc,w,5\nc,v,\n"));
    options.minRating = 4;
    options.minItemInteractions = 2;
    options.minUserInteractions = 2;
    const auto result = import(options);
    EXPECT_EQ(result.dataset.users, 2);
    EXPECT_EQ(result.dataset.items, 2);
    EXPECT_EQ(result.report.rowsRead, 8);
    ASSERT_EQ(result.report.dropped.size(), 4u);
    EXPECT_EQ(result.report.dropped[0].reason, "rating below 4");
    EXPECT_EQ(result.report.dropped[1].reason, "no rating");
    EXPECT_EQ(result.report.dropped[2].reason, "item with fewer than 2 interactions");
    EXPECT_EQ(result.report.dropped[2].firstLines, (std::vector<std::int64_t>{8}));
    EXPECT_EQ(result.report.dropped[3].reason, "user with fewer than 2 interactions");
    expectEveryRowAccounted(result.report);
}

TEST_F(ImportFiltersTest, ARatingFilterWithoutRatingsIsRefused) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.minRating = 4;
    EXPECT_ERROR(import(options), ErrorKind::Usage, "has no ratings");
}

TEST_F(ImportFiltersTest, FiltersThatLeaveNothingAreRefused) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.minUserInteractions = 100;
    EXPECT_ERROR(import(options), ErrorKind::Input, "No interaction of a.txt is left");
    expectNothingStored();
}

TEST_F(ImportFiltersTest, KeepsTheFirstOrTheLastDuplicateInTime) {
    ImportOptions options = optionsFor(m_folder.write("d.csv",
                                                      "user,item,rating,timestamp\n"
                                                      "a,x,1,300000003\na,y,2,300000002\na,x,3,300000001\n"
                                                      "b,x,4,300000001\nb,y,5,300000009\n"));
    EXPECT_EQ(historyOf(import(options), "a"), "x y x");
    options.name = "first";
    options.duplicates = Duplicates::First;
    const ImportResult first = import(options);
    EXPECT_EQ(historyOf(first, "a"), "x y");
    EXPECT_EQ(first.report.duplicates, 1);
    ASSERT_EQ(first.report.dropped.size(), 1u);
    EXPECT_EQ(first.report.dropped[0].reason, "the user has the item more than once: the first one was kept");
    EXPECT_EQ(first.report.dropped[0].firstLines, (std::vector<std::int64_t>{2}));
    options.name = "last";
    options.duplicates = Duplicates::Last;
    const ImportResult last = import(options);
    EXPECT_EQ(historyOf(last, "a"), "y x");
    EXPECT_EQ(m_store.history(last.dataset.id, 0)[1].rating, 1);
    expectEveryRowAccounted(last.report);
}

/// A chain: once item 4 is dropped, user d has fewer than two interactions; once d is dropped, item 3 has fewer than
/// two; and so on, until only users a and b are left.
const char* const kChain = "user,item\na,1\na,2\nb,1\nb,2\nc,2\nc,3\nd,3\nd,4\n";

TEST_F(ImportFiltersTest, RareUsersAndItemsMayRemainAfterOnePassButNotAfterAnIterativeCore) {
    ImportOptions options = optionsFor(m_folder.write("chain.csv", kChain));
    options.minItemInteractions = options.minUserInteractions = 2;
    const ImportResult single = import(options);
    EXPECT_EQ(single.dataset.users, 3);  // without item 4, d is dropped; item 3 stays, though only c has it
    EXPECT_EQ(single.dataset.items, 3);
    options.name = "core";
    options.kCore = KCore::Iterative;
    const ImportResult core = import(options);
    EXPECT_EQ(core.dataset.users, 2);
    EXPECT_EQ(core.dataset.items, 2);
    for (const std::int64_t count : m_store.itemCounts(core.dataset.id)) EXPECT_GE(count, 2);
    for (const std::int64_t length : m_store.historyLengths(core.dataset.id)) EXPECT_GE(length, 2);
    expectEveryRowAccounted(core.report);
    options.name = "none";
    options.kCore = KCore::None;
    EXPECT_EQ(import(options).dataset.users, 4);
}

TEST_F(ImportFiltersTest, ShortHistoriesAreDroppedLast) {
    ImportOptions options = optionsFor(m_folder.write("s.csv", "user,item\na,1\na,2\na,3\nb,1\nb,2\nb,2\nc,3\n"));
    options.minHistoryLength = 3;
    options.duplicates = Duplicates::First;
    const ImportResult result = import(options);
    EXPECT_EQ(result.dataset.users, 1);
    EXPECT_EQ(result.report.dropped.back().reason, "history shorter than 3");
    EXPECT_EQ(result.report.dropped.back().count, 3);
    expectEveryRowAccounted(result.report);
}

TEST_F(ImportFiltersTest, UserIndicesAndItemTokensHaveNoGapsAfterFilters) {
    ImportOptions options = optionsFor(m_folder.write("g.csv", "user,item\nz,9\na,1\na,2\nb,2\nb,1\n"));
    options.minUserInteractions = 2;
    const ImportResult result = import(options);
    EXPECT_EQ(m_store.userById(result.dataset.id, "a").user, 0);
    EXPECT_EQ(m_store.userById(result.dataset.id, "b").user, 1);
    EXPECT_EQ(m_store.items(result.dataset.id)[0].id, "1");
}

TEST_F(ImportFiltersTest, CountingGivesTheReportOfAnImportAndStoresNothing) {
    ImportOptions options = optionsFor(m_folder.write("chain.csv", kChain));
    options.minItemInteractions = 2;
    ImportReport counted = countImport(options, {}, {});
    expectNothingStored();
    ImportReport imported = import(options).report;
    counted.seconds = imported.seconds = 0;
    EXPECT_EQ(counted.toJson(), imported.toJson());
}

TEST_F(ImportFiltersTest, TiesAtTheEndAndDuplicatesAreCounted) {
    const ImportReport report = countImport(optionsFor(m_folder.write("t.csv",
                                                                      "user,item,timestamp\n"
                                                                      "a,x,300000001\na,y,300000001\na,x,300000002\n"
                                                                      "b,x,300000001\nb,y,300000002\nb,z,300000002\n")),
                                            {}, {});
    EXPECT_EQ(report.tiedTimes, 2);
    EXPECT_EQ(report.usersWithTiedLastTwo, 1);
    EXPECT_EQ(report.duplicates, 1);
    EXPECT_EQ(report.checksum.size(), 64u);
}

TEST_F(ImportFiltersTest, TimesWithinOneSecondAreNotTied) {
    const ImportResult result = import(m_folder.write("ms.csv",
                                                      "user,item,timestamp\n"
                                                      "a,x,1500000000100\na,y,1500000000400\na,z,1500000000400\n"
                                                      "b,x,1500000000100\nb,y,1500000001000\nb,z,1500000001300\n"));
    EXPECT_EQ(result.report.tiedTimes, 1);  // the second and third time of a
    EXPECT_EQ(result.report.usersWithTiedLastTwo, 1);
    EXPECT_FALSE(result.report.onlyDates);
    EXPECT_DOUBLE_EQ(result.dataset.tiedTimeShare, 1.0 / 6);
    EXPECT_DOUBLE_EQ(m_store.byId(result.dataset.id).tiedTimeShare, 1.0 / 6);
}

TEST_F(ImportFiltersTest, TiesAreCountedAlikeWhetherTheRowsOfAUserAreTogetherOrNot) {
    const ImportReport report =
        countImport(optionsFor(m_folder.write("mixed.csv",
                                              "user,item,timestamp\n"
                                              "a,x,1500000000100\nb,x,1500000000100\na,y,1500000000400\n"
                                              "b,y,1500000001000\na,z,1500000000400\nb,z,1500000001300\n")),
                    {}, {});
    EXPECT_EQ(report.tiedTimes, 1);
    EXPECT_EQ(report.usersWithTiedLastTwo, 1);
}

TEST_F(ImportFiltersTest, DatesWithoutATimeOfDayAreReportedAsDates) {
    const ImportReport report = countImport(optionsFor(m_folder.write("days.csv",
                                                                      "user,item,date\n"
                                                                      "a,x,2017-03-01\na,y,2017-03-02\na,z,2017-03-02\n"
                                                                      "b,x,2017-03-02\nb,y,2017-03-05\n")),
                                            {}, {});
    EXPECT_TRUE(report.onlyDates);
    EXPECT_EQ(report.tiedTimes, 1);
    const std::string text = report.toText();
    EXPECT_NE(text.find("The file has only dates: 1 interaction is on the same day as the user's previous one"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("1 user has the last two interactions on the same day"), std::string::npos) << text;
    EXPECT_EQ(text.find("at the same time"), std::string::npos) << text;
}

}  // namespace
}  // namespace recscope
