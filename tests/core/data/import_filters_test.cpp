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

TEST_F(ImportFiltersTest, AFilterOnRatingsThatAreNotThereIsRefused) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.minRating = 4;
    EXPECT_ERROR(import(options), ErrorKind::Usage, "has no ratings");
}

TEST_F(ImportFiltersTest, FiltersThatLeaveNothingAreASentence) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.minUserInteractions = 100;
    EXPECT_ERROR(import(options), ErrorKind::Input, "No interaction of a.txt is left");
    expectNothingStored();
}

}  // namespace
}  // namespace recscope
