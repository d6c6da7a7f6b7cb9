// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_reader.h"

#include <gtest/gtest.h>

#include <utility>

namespace recscope {
namespace {

/// The number of the first line and the text of each record.
using Records = std::vector<std::pair<std::int64_t, std::string>>;

Records recordsIn(const std::string& bytes, const char* delimiter = ",") {
    RecordReader reader(sourceOf(bytes), delimiter);
    Records records;
    std::string_view record;
    while (reader.next(record)) {
        reader.join(record);
        records.emplace_back(reader.lineNumber(), record);
    }
    return records;
}

TEST(RecordReader, AQuotedFieldGoesOverLinesAndLineNumbersStayRight) {
    EXPECT_EQ(recordsIn("a,b\r\nc,\"d\r\n\r\n\"\"e\"\"\",f\r\ng,h"),
              (Records{{1, "a,b"}, {2, "c,\"d\n\n\"\"e\"\"\",f"}, {5, "g,h"}}));
}

TEST(RecordReader, QuotesWithinAFieldOpenNothing) {
    EXPECT_EQ(recordsIn("a,6\" pipe\nb,\"c\"\n"), (Records{{1, "a,6\" pipe"}, {2, "b,\"c\""}}));
}

TEST(RecordReader, OnlyADelimiterOfOneCharacterKnowsQuotes) {
    EXPECT_EQ(recordsIn("a::\"b\nc::d\"\n", "::"), (Records{{1, "a::\"b"}, {2, "c::d\""}}));
    EXPECT_EQ(recordsIn("\"b\nc\"\n", ""), (Records{{1, "\"b"}, {2, "c\""}}));
}

TEST(RecordReader, AForgottenQuoteDoesNotEndAtTheQuotesOfAnotherLine) {
    EXPECT_EQ(recordsIn("a,\"b,1\nc,\"d\ne\",2\nf,\"\",3\n"),
              (Records{{1, "a,\"b,1"}, {2, "c,\"d\ne\",2"}, {4, "f,\"\",3"}}));
}

TEST(RecordReader, AQuoteThatIsNeverClosedCostsOneLine) {
    std::string bytes = "a,\"open\n";
    for (int i = 0; i < 200; ++i) bytes += "b,c\n";
    bytes += "d,e\"\n";
    const Records records = recordsIn(bytes);
    ASSERT_EQ(records.size(), 202u);
    EXPECT_EQ(records[0], (Records::value_type{1, "a,\"open"}));
    EXPECT_EQ(records[1], (Records::value_type{2, "b,c"}));
    EXPECT_EQ(records[201], (Records::value_type{202, "d,e\""}));
    EXPECT_EQ(recordsIn("a,\"open"), (Records{{1, "a,\"open"}}));
}

TEST(RecordReader, ARecordIsAsLongAsTheLimitsAllow) {
    const auto lines = [](std::int64_t count) {
        std::string text = "a,\"";
        for (std::int64_t i = 1; i < count; ++i) text += "\n";
        return text + "\"";
    };
    EXPECT_EQ(recordsIn(lines(RecordReader::kMostLines)).size(), 1u);
    EXPECT_GT(recordsIn(lines(RecordReader::kMostLines + 1)).size(), 1u);
    const auto bytes = [](std::size_t count) { return "a,\"\n" + std::string(count - 5, 'x') + "\""; };
    EXPECT_EQ(recordsIn(bytes(RecordReader::kMostBytes)).size(), 1u);
    EXPECT_EQ(recordsIn(bytes(RecordReader::kMostBytes + 1)).size(), 2u);
}

TEST(RecordReader, ALineTooLongEndsTheSearchAndIsStillToldAsSuch) {
    RecordReader reader(sourceOf("a,\"b\n" + std::string(LineReader::kLongestLine + 1, 'x') + "\nc\"\n"), ",");
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    EXPECT_FALSE(reader.join(line));
    EXPECT_EQ(line, "a,\"b");
    ASSERT_TRUE(reader.next(line));
    EXPECT_TRUE(reader.isTooLong());
    ASSERT_TRUE(reader.next(line));
    EXPECT_FALSE(reader.isTooLong());
    EXPECT_EQ(line, "c\"");
    EXPECT_EQ(reader.lineNumber(), 3);
    EXPECT_FALSE(reader.next(line));
}

}  // namespace
}  // namespace recscope
