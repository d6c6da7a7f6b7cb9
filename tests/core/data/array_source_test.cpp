// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/data/text_source.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

std::string linesOfArray(const std::string& array) {
    return readUpTo(*objectsOfArray(sourceOf(array)), 1 << 20);
}

TEST(ArraySource, EachObjectIsALine) {
    EXPECT_EQ(linesOfArray("[{\"a\": 1},{\"a\": 2}]"), "{\"a\": 1}\n{\"a\": 2}\n");
    EXPECT_EQ(linesOfArray("\xEF\xBB\xBF[\r\n  {\r\n\"a\": [1,\n2]\r\n  },\n  {\"b\": {\"c\": 3}}\n]\n"),
              "{  \"a\": [1, 2]    }\n{\"b\": {\"c\": 3}}\n");
}

TEST(ArraySource, BracketsAndQuotesInStringsAreText) {
    EXPECT_EQ(linesOfArray(R"([{"a": "} ], {", "b": "\"}'"}, {"c": "\\"}])"),
              "{\"a\": \"} ], {\", \"b\": \"\\\"}'\"}\n{\"c\": \"\\\\\"}\n");
    EXPECT_EQ(linesOfArray("[{'a': '}', 'b': \"it's\"}, {'c': 1}]"), "{'a': '}', 'b': \"it's\"}\n{'c': 1}\n");
}

TEST(ArraySource, AnElementThatIsNotAnObjectIsASeparateLine) {
    EXPECT_EQ(linesOfArray("[{\"a\": 1}, oops, {\"b\": 2}"), "{\"a\": 1}\noops\n{\"b\": 2}\n");
    EXPECT_EQ(linesOfArray("[{\"a\": 1}, {\"b\": "), "{\"a\": 1}\n{\"b\": ");
}

TEST(ArraySource, RecognisesOnlyArraysOfObjects) {
    EXPECT_TRUE(beginsWithArray(" \n[\n {"));
    EXPECT_FALSE(beginsWithArray("[1, 2]"));
    EXPECT_FALSE(beginsWithArray("{\"a\": [{"));
    EXPECT_FALSE(beginsWithArray(""));
}

using ArrayImportTest = ImporterTest;

TEST_F(ArrayImportTest, ReadsAnArrayLargerThanTheLineLimit) {
    constexpr int kObjects = 120000;
    std::string array = "[";
    for (int i = 0; i < kObjects; ++i) {
        array += fmt::format("{}{{\"user_id\": \"u{}\", \"item_id\": \"i{}\", \"timestamp\": {}, \"review\": \"{}\"}}",
                             i == 0 ? "" : ", ", i % 900, i % 700, 1500000000 + i, std::string(100, 'x'));
    }
    ASSERT_GT(array.size(), std::size_t{16} << 20);
    const ImportResult result = import(m_folder.write("reviews.json", array + "]"));
    EXPECT_EQ(result.report.rowsKept, kObjects);
    EXPECT_EQ(result.dataset.users, 900);
    EXPECT_EQ(result.dataset.items, 700);
    EXPECT_TRUE(result.report.why.starts_with("an array of objects; ")) << result.report.why;
}

TEST_F(ArrayImportTest, ADamagedObjectCostsOneRow) {
    std::string array = "[\n";
    for (int i = 0; i < 40; ++i)
        array += fmt::format("  {{\n    \"user_id\": \"u{}\",\n    \"item_id\": {}\n  }},\n", i % 5, i % 9);
    const ImportResult result = import(m_folder.write("a.json", array + "{\"user_id\" \"u1\"}\n]\n"));
    EXPECT_EQ(result.report.rowsKept, 40);
    EXPECT_EQ(result.report.droppedRows(), 1);
}

}  // namespace
}  // namespace recscope
