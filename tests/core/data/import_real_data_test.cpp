// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/line_reader.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

class RealData : public ImporterTest {
protected:
    void SetUp() override {
        if (!fs::exists(m_data)) GTEST_SKIP() << "The public datasets are not on this machine.";
    }
    fs::path m_data = RECSCOPE_SHARED_DATA;
};

TEST_F(RealData, MovieLens1MHasThePapersCountsAndTheFilesOrder) {
    const auto result = import(m_data / "ml-1m" / "ml-1m.txt");
    EXPECT_EQ(result.dataset.users, 6040);
    EXPECT_EQ(result.dataset.items, 3416);
    EXPECT_EQ(result.dataset.interactions, 999611);
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    expectEveryRowAccounted(result.report);

    // The file's lines are grouped by user: reading the histories one after the other gives the file back.
    const auto items = m_store.items(result.dataset.id);
    const Histories histories = m_store.histories(result.dataset.id);
    LineReader reader(m_data / "ml-1m" / "ml-1m.txt");
    std::string_view line;
    for (const Token token : histories.items) {
        ASSERT_TRUE(reader.next(line));
        ASSERT_EQ(line.substr(line.find(' ') + 1), items[static_cast<std::size_t>(token - 1)].id);
    }
    EXPECT_FALSE(reader.next(line));
    EXPECT_EQ(items[0].title, "Raiders of the Lost Ark (1981)");
}

TEST_F(RealData, MovieLens100KHasThePapersCountsAndTitles) {
    const auto result = import(m_data / "ml-100k");
    EXPECT_EQ(result.dataset.users, 943);
    EXPECT_EQ(result.dataset.items, 1682);
    EXPECT_EQ(result.dataset.interactions, 100000);
    EXPECT_EQ(result.dataset.name, "ml-100k");
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    EXPECT_GT(result.dataset.tiedTimeShare, 0.5);  // FORMATS: "half of the timestamps tied within a user"
    EXPECT_LT(result.dataset.tiedTimeShare, 0.52);
    expectEveryRowAccounted(result.report);
}

TEST_F(RealData, BeautyHasThePapersCounts) {
    const auto result = import(m_data / "beauty");
    EXPECT_EQ(result.dataset.users, 40226);
    EXPECT_EQ(result.dataset.items, 54542);
    EXPECT_EQ(result.dataset.interactions, 353962);
}

}  // namespace
}  // namespace recscope
