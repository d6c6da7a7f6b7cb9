// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/delimited.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

using Fields = std::vector<std::string>;

Fields split(const std::string& delimiter, const std::string& line) {
    FieldSplitter splitter(delimiter);
    EXPECT_TRUE(splitter.split(line)) << line;
    return {splitter.fields().begin(), splitter.fields().end()};
}

TEST(FieldSplitter, SplitsAtAnyString) {
    EXPECT_EQ(split("::", "1::Toy Story (1995)::Animation|Comedy"),
              (Fields{"1", "Toy Story (1995)", "Animation|Comedy"}));
    EXPECT_EQ(split("\t", "a\t\tb"), (Fields{"a", "", "b"}));
    EXPECT_EQ(split(",", "a,"), (Fields{"a", ""}));
    EXPECT_EQ(split(",", ""), (Fields{""}));
}

TEST(FieldSplitter, QuotesFollowRfc4180) {
    EXPECT_EQ(split(",", R"--(7789,"11'09""01 - September 11 (2002)",Drama)--"),
              (Fields{"7789", "11'09\"01 - September 11 (2002)", "Drama"}));
    EXPECT_EQ(split(";", R"("a;b";"";c)"), (Fields{"a;b", "", "c"}));
    EXPECT_EQ(split(",", R"(1,6" Pipe,x)"), (Fields{"1", "6\" Pipe", "x"}));
}

TEST(FieldSplitter, AnUnclosedQuoteIsReported) {
    EXPECT_FALSE(FieldSplitter(",").split(R"(1,"open)"));
}

std::string detected(const std::vector<std::string_view>& lines) {
    return detectDelimiter(lines);
}

TEST(Delimiter, IsTheOneThatSplitsAllLinesAlike) {
    EXPECT_EQ(detected({"1::2::3", "4::5::6"}), "::");
    EXPECT_EQ(detected({"1\t2\t3\t4", "1\t2\t3\t4"}), "\t");
    EXPECT_EQ(detected({"a;b;4,5", "c;d;3,5"}), ";");
    EXPECT_EQ(detected({"u,i,2011-01-01 10:00", "u,j,2011-01-02 10:00"}), ",");
    EXPECT_EQ(detected({"1 2", "1 3"}), " ");
    EXPECT_EQ(detected({"some prose here", "and more"}), "");
}

TEST(Delimiter, QuotedTextThatSpansLinesDoesNotHideIt) {
    EXPECT_EQ(detected({"u,i,text", "1,2,\"so", "many", "lines\"", "1,3,\"and; more", "of them\""}), ",");
}

TEST(Delimiter, DamagedLinesDoNotHideIt) {
    EXPECT_EQ(detected({"1,2,3", "broken", "4,5,6", "1,2"}), ",");
}

TEST(Records, AQuotedFieldMaySpanLines) {
    const auto records = splitRecords("id,title\r\n1,\"two\r\nlines\"\n2,b", ",");
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[1], (Fields{"1", "two\nlines"}));
    EXPECT_EQ(records[2], (Fields{"2", "b"}));
}

TEST(Records, AnUnclosedQuoteCostsOneLine) {
    std::string text = "1,\"open\n";
    for (int i = 2; i < 200; ++i) text += std::to_string(i) + ",t\n";
    const auto records = splitRecords(text, ",");
    ASSERT_EQ(records.size(), 198u);
    EXPECT_EQ(records[0][0], "2");
}

}  // namespace
}  // namespace recscope
