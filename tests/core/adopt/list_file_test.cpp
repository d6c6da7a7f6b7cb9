// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/list_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

struct ParsedLists {
    ListFileFacts facts;
    std::vector<std::string> rows;  ///< "system user item rank score", rank and score multiplied by 10; "-": missing
};

class ListFileTest : public testing::Test {
protected:
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = m_folder / name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    /// Reads a file of lists for a dataset with the users u1 to u9 and the items 1 to 9.
    ParsedLists read(const std::string& name, const std::string& text, const ListColumns& columns = {}) const {
        ParsedLists parsed;
        const auto number = [](const std::optional<double>& value) {
            return value ? std::to_string(static_cast<int>(*value * 10)) : std::string("-");
        };
        parsed.facts =
            readListFile(write(name, text), columns,
                         {.isUser = [](std::string_view id) { return id.size() == 2 && id[0] == 'u'; },
                          .isItem = [](std::string_view id) { return id.size() == 1 && id[0] > '0' && id[0] <= '9'; }},
                         [&](const ListedRow& row) {
                             parsed.rows.push_back((row.system.empty() ? "-" : std::string(row.system)) + ' ' +
                                                   std::string(row.user) + ' ' + std::string(row.item) + ' ' +
                                                   number(row.rank) + ' ' + number(row.score));
                         });
        return parsed;
    }

    TemporaryFolder m_folder;
};

using Rows = std::vector<std::string>;

TEST_F(ListFileTest, FindsTheColumnsByTheirNamesInAnyOrder) {
    EXPECT_EQ(read("a.csv", "score,item_id,title,user_id\n0.5,3,Three,u1\n0.4,4,\"Four, more\",u1\n").rows,
              (Rows{"- u1 3 - 5", "- u1 4 - 4"}));
    EXPECT_EQ(read("b.tsv", "rank\tmodel\tcustomer\tarticle\n1\tours\tu1\t3\n2\tours\tu1\t4\n").rows,
              (Rows{"ours u1 3 10 -", "ours u1 4 20 -"}));
    EXPECT_EQ(read("ours.csv", "user,rank,item,title,score,probability,input\nu1,1,3,Three,0.5,0.1,test\n").rows,
              (Rows{"- u1 3 10 5"}));
}

TEST_F(ListFileTest, UsesTheColumnsThatTheCallerChooses) {
    EXPECT_EQ(read("a.csv", "who,what,how_much\nu1,3,0.5\n", {.user = "who", .item = "what", .score = "3"}).rows,
              (Rows{"- u1 3 - 5"}));
    EXPECT_EQ(read("c.csv", "who,what,score\nu1,3,0.5\n", {.user = "who", .item = "what"}).rows, (Rows{"- u1 3 - 5"}));
    EXPECT_ERROR(read("b.csv", "who,what\nu1,3\n", {.user = "nobody", .item = "what"}), ErrorKind::Input, "nobody");
}

TEST_F(ListFileTest, AColumnChosenForTheScoreIsNotAlsoTheRank) {
    EXPECT_EQ(read("points.csv", "u1,3,1\nu1,4,2\n").rows, (Rows{"- u1 3 10 -", "- u1 4 20 -"}));
    EXPECT_EQ(read("points.csv", "u1,3,1\nu1,4,2\n", {.score = "3"}).rows, (Rows{"- u1 3 - 10", "- u1 4 - 20"}));
    EXPECT_EQ(read("named.csv", "user,item,rank\nu1,3,7\n", {.score = "rank"}).rows, (Rows{"- u1 3 - 70"}));
    EXPECT_EQ(read("a.json", R"({"user": "u1", "item": "3", "rank": 7})", {.score = "rank"}).rows,
              (Rows{"- u1 3 - 70"}));
    EXPECT_EQ(read("b.json", R"({"user": "u1", "items": [{"item": "3", "points": 7}]})", {.score = "points"}).rows,
              (Rows{"- u1 3 10 70"}));
}

TEST_F(ListFileTest, WithoutAHeaderColumnsAreRecognisedByKnownIds) {
    EXPECT_EQ(read("a.csv", "u1,3,0.5\nu1,4,0.4\n").rows, (Rows{"- u1 3 - 5", "- u1 4 - 4"}));
    EXPECT_EQ(read("stars.csv", "u1,3,5\nu1,4,3\nu2,3,4\nu2,4,4\n").rows,
              (Rows{"- u1 3 - 50", "- u1 4 - 30", "- u2 3 - 40", "- u2 4 - 40"}));
    EXPECT_EQ(read("b.csv", "3,u1,1\n4,u1,2\n").rows, (Rows{"- u1 3 10 -", "- u1 4 20 -"}));
    EXPECT_EQ(read("c.txt", "u1 3\nu1 4\n").rows, (Rows{"- u1 3 - -", "- u1 4 - -"}));
    EXPECT_ERROR(read("d.csv", "x,y\nz,w\n"), ErrorKind::Input, "match no ids");
}

TEST_F(ListFileTest, ReadsOneListPerLine) {
    const Rows expected{"- u1 3 10 -", "- u1 4 20 -", "- u1 5 30 -", "- u2 6 10 -", "- u2 7 20 -", "- u2 8 30 -"};
    EXPECT_EQ(read("a.txt", "u1 3 4 5\nu2 6 7 8\n").rows, expected);
    EXPECT_EQ(read("b.tsv", "u1\t3,4,5\nu2\t6,7,8\n").rows, expected);
    EXPECT_EQ(read("d.csv", "user,items,note\nu1,\"3 4 5\",9\nu2,\"6 7 8\",9\n").rows, expected);
    EXPECT_EQ(read("c.csv", "user,items\nu1,\"[3, 4, 5]\"\nu2,\"[6, 7, 8]\"\n").rows, expected);
}

TEST_F(ListFileTest, ReadsJsonLinesAndArrays) {
    const Rows expected{"- u1 3 10 5", "- u1 4 20 4"};
    EXPECT_EQ(read("a.jsonl", R"({"user": "u1", "recommendations": [{"item": "3", "score": 0.5, "rank": 1},)"
                              R"( {"item": 4, "score": 0.4, "rank": 2}]})")
                  .rows,
              expected);
    EXPECT_EQ(read("b.json", R"([{"user_id": "u1", "items": [3, 4]}, {"user_id": "u2", "items": ["5"]}])").rows,
              (Rows{"- u1 3 10 -", "- u1 4 20 -", "- u2 5 10 -"}));
    EXPECT_EQ(read("c.jsonl",
                   "{\"user\": \"u1\", \"item\": 3, \"score\": 0.5, \"model\": \"a\"}\n"
                   "{\"user\": \"u1\", \"item\": 4, \"score\": 0.4, \"model\": \"b\"}\n")
                  .rows,
              (Rows{"a u1 3 - 5", "b u1 4 - 4"}));
}

TEST_F(ListFileTest, CountsLinesThatCannotBeRead) {
    const ParsedLists csv = read("a.csv", "user,item,score\nu1,3,0.5\nu1,,0.4\n,4,0.4\n");
    EXPECT_EQ(csv.facts.rows, 1);
    EXPECT_EQ(csv.facts.damaged, 2);
    const ParsedLists json = read("b.jsonl", "{\"user\": \"u1\", \"items\": [3]}\nnot json\n{\"items\": [4]}\n");
    EXPECT_EQ(json.facts.rows, 1);
    EXPECT_EQ(json.facts.damaged, 2);
}

TEST_F(ListFileTest, ListsAreDistinguishedFromInteractions) {
    const auto looks = [&](const std::string& text) { return looksLikeLists(write("x.csv", text)); };
    EXPECT_TRUE(looks("user,item,score\nu1,3,0.5\n"));
    EXPECT_TRUE(looks("user_id,item_id,rank\nu1,3,1\n"));
    EXPECT_TRUE(looks("user,items\nu1,\"3 4\"\n"));
    EXPECT_TRUE(looks("{\"user\": 1, \"recommendations\": [{\"item\": 3}]}\n"));
    EXPECT_FALSE(looks("user,item,time\nu1,3,1000\n"));
    EXPECT_FALSE(looks("user,item,rating,timestamp\nu1,3,5,1000\n"));
    EXPECT_FALSE(looks("user,item\nu1,3\n"));
    EXPECT_FALSE(looks("196\t242\t3\t881250949\n"));
    EXPECT_FALSE(looks("{\"user\": 1, \"item\": 3, \"timestamp\": 1000, \"score\": 4}\n"));
}

}  // namespace
}  // namespace recscope
