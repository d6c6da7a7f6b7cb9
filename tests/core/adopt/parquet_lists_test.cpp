// SPDX-License-Identifier: GPL-3.0-or-later
// tests/core/parquet/make_files.py wrote the files that these tests read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/adopt/list_file.h"
#include "core/parquet/parquet.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

using Rows = std::vector<std::string>;

std::filesystem::path fileNamed(const std::string& name) {
    return std::filesystem::path(RECSCOPE_SOURCE_DIR) / "tests/core/parquet" / name;
}

struct ParsedLists {
    ListFileFacts facts;
    Rows rows;  ///< "system user item rank score"; "-": missing
};

ParsedLists read(const std::string& name, const ListColumns& columns = {}) {
    ParsedLists parsed;
    const auto number = [](const std::optional<double>& value) {
        return value ? fmt::format("{:g}", *value) : std::string("-");
    };
    const DatasetIds none{.isUser = [](std::string_view) { return false; },
                          .isItem = [](std::string_view) { return false; }};
    parsed.facts = readListFile(fileNamed(name), columns, none, [&](const ListedRow& row) {
        parsed.rows.push_back(fmt::format("{} {} {} {} {}", row.system.empty() ? "-" : row.system, row.user, row.item,
                                          number(row.rank), number(row.score)));
    });
    return parsed;
}

class ParquetLists : public testing::Test {
protected:
    void SetUp() override {
        if (!hasParquet()) GTEST_SKIP() << "this build has no Apache Arrow: ./dev test --with arrow";
    }
};

TEST_F(ParquetLists, OneRecommendationPerRow) {
    const ParsedLists rows = read("rows.parquet");
    EXPECT_EQ(rows.rows, (Rows{"ours u1 3 - 0.5", "ours u1 4 - 0.4", "theirs u2 6 - -"}));
    EXPECT_EQ(rows.facts.damaged, 1);  // one row has no user
    EXPECT_NE(rows.facts.layout.find("user in \"user_id\""), std::string::npos) << rows.facts.layout;
    EXPECT_EQ(read("rows.parquet", {.rank = "score"}).rows,
              (Rows{"ours u1 3 0.5 -", "ours u1 4 0.4 -", "theirs u2 6 - -"}));
}

TEST_F(ParquetLists, OneListPerRow) {
    const ParsedLists lists = read("lists.parquet");
    // The third item of u1 is missing in the file: the item after it keeps rank 4.
    EXPECT_EQ(lists.rows, (Rows{"- u1 3 1 -", "- u1 4 2 -", "- u1 5 4 -", "- u2 6 1 -"}));
    EXPECT_EQ(lists.facts.damaged, 1);
}

TEST_F(ParquetLists, ListsOfScoresBelongToTheItems) {
    const ParsedLists lists = read("scored_lists.parquet");
    EXPECT_EQ(lists.rows, (Rows{"- u1 3 1 0.1", "- u1 4 2 0.2"}));
    EXPECT_EQ(lists.facts.damaged, 1);  // one row has two items but only one score
}

TEST_F(ParquetLists, OtherColumnsAreRefusedByNameAndType) {
    EXPECT_ERROR(read("nested.parquet"), ErrorKind::Input, "The column \"recommendations\" of nested.parquet");
    EXPECT_ERROR(read("nested.parquet"), ErrorKind::Input, "struct<item: int64");
    EXPECT_ERROR(read("rows.parquet", {.score = "why"}), ErrorKind::Input, "The column \"why\" of rows.parquet");
    EXPECT_ERROR(read("lists.parquet", {.user = "items", .item = "user"}), ErrorKind::Input, "The column \"items\"");
    EXPECT_ERROR(read("rows.parquet", {.user = "nobody"}), ErrorKind::Input, "nobody");
    EXPECT_ERROR(read("interactions.parquet"), ErrorKind::Input, "looks like interactions");
}

TEST_F(ParquetLists, AreDistinguishedFromInteractions) {
    for (const char* name : {"rows.parquet", "lists.parquet", "scored_lists.parquet"})
        EXPECT_TRUE(looksLikeLists(fileNamed(name))) << name;
    EXPECT_FALSE(looksLikeLists(fileNamed("interactions.parquet")));
}

TEST(ParquetListsWithoutArrow, AreRefusedWithTheNameOfTheFile) {
    if (hasParquet()) GTEST_SKIP() << "this build has Apache Arrow";
    EXPECT_ERROR(read("rows.parquet"), ErrorKind::Input, "does not read Parquet: rows.parquet");
}

}  // namespace
}  // namespace recscope
