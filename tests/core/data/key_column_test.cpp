// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/key_column.h"

#include <fmt/format.h>

#include "core/data/user_attributes.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

class KeyColumnTest : public ImporterTest {
protected:
    /// The key column of a table with the ids `first`, `first` + `step`, … and titles.
    KeyColumn keyOf(int first, int step, int count, const char* format = "{}") {
        std::string text = "key,title\n";
        for (int row = 0; row < count; ++row)
            text += fmt::format("{},Title {}\n", fmt::format(fmt::runtime(format), first + step * row), row);
        m_folder.write("table.csv", text);
        return keyColumnOf({m_folder / "table.csv", {}}, {.subject = Subject::Items, .ids = m_ids});
    }
    void setDatasetIds(int first, int step, int count, const char* format = "{}") {
        m_ids.clear();
        for (int i = 0; i < count; ++i) m_ids.push_back(fmt::format(fmt::runtime(format), first + step * i));
    }
    std::vector<std::string> m_ids;
};

TEST_F(KeyColumnTest, NumbersFromOneMatchAnyOtherNumbersFromOne) {
    setDatasetIds(1, 1, 30);
    const KeyColumn key = keyOf(1, 1, 200);
    EXPECT_EQ(key.matched, 30);
    EXPECT_TRUE(key.isByChance);
}

TEST_F(KeyColumnTest, ManyNumbersInTheRangeOfTheIdsMatchByChanceEvenWithAnOutlier) {
    setDatasetIds(0, 1, 100);
    EXPECT_TRUE(keyOf(1, 1, 5000).isByChance);  // 99 of 100 match, but so would any numbers up to 5000
    m_ids.push_back("5000000");
    EXPECT_TRUE(keyOf(1, 1, 5000).isByChance);
}

TEST_F(KeyColumnTest, ScatteredNumbersMatchOnlyThemselves) {
    setDatasetIds(1000, 37, 20);
    EXPECT_FALSE(keyOf(1000, 37, 60).isByChance);
    EXPECT_TRUE(keyOf(900, 1, 1000).isByChance);  // every number of that range matches
}

TEST_F(KeyColumnTest, AnInitialBeforeTheNumberIsNoEvidenceButAWordIs) {
    setDatasetIds(1, 1, 30, "C{:03}");
    EXPECT_TRUE(keyOf(1, 1, 60, "C{:03}").isByChance);
    setDatasetIds(1, 1, 30, "TRACK_{:03}");
    EXPECT_FALSE(keyOf(1, 1, 60, "TRACK_{:03}").isByChance);
}

TEST_F(KeyColumnTest, TheColumnWithTheNameOfTheItemsWinsOverOneThatHasAFewMoreIds) {
    setDatasetIds(1, 1, 20);
    std::string text = "number,course_id,title\n";  // `number` (1 … 40) has all ids, `course_id` lacks two
    for (int row = 1; row <= 40; ++row) text += fmt::format("{},{},Title {}\n", row, row + 2, row);
    m_folder.write("table.csv", text);
    const auto keyWith = [&](const std::string& column) {
        return keyColumnOf({m_folder / "table.csv", {}}, {.subject = Subject::Items, .ids = m_ids, .column = column});
    };
    EXPECT_EQ(keyWith("").name, "number");
    EXPECT_EQ(keyWith("courseId").name, "course_id");
    EXPECT_EQ(keyWith("courseId").matched, 18);
}

}  // namespace
}  // namespace recscope
