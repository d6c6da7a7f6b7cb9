// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace recscope {
namespace {

/// For each record, the number of its first line, and its text.
using Records = std::vector<std::pair<std::int64_t, std::string>>;

Records recordsIn(const std::string& bytes, const char* delimiter = ",") {
    RecordReader reader(sourceOf(bytes), RecordGrammar(delimiter));
    Records records;
    std::string_view record;
    while (reader.next(record)) {
        reader.join(record);
        records.emplace_back(reader.lineNumber(), record);
    }
    return records;
}

TEST(RecordReader, AQuotedFieldSpansLinesAndLineNumbersStayRight) {
    EXPECT_EQ(recordsIn("a,b\r\nc,\"d\r\n\r\n\"\"e\"\"\",f\r\ng,h"),
              (Records{{1, "a,b"}, {2, "c,\"d\n\n\"\"e\"\"\",f"}, {5, "g,h"}}));
}

TEST(RecordReader, QuotesWithinAFieldAreText) {
    EXPECT_EQ(recordsIn("a,6\" pipe\nb,\"c\"\n"), (Records{{1, "a,6\" pipe"}, {2, "b,\"c\""}}));
}

TEST(RecordReader, QuotesCountOnlyWithADelimiterOfOneCharacter) {
    EXPECT_EQ(recordsIn("a::\"b\nc::d\"\n", "::"), (Records{{1, "a::\"b"}, {2, "c::d\""}}));
    EXPECT_EQ(recordsIn("\"b\nc\"\n", ""), (Records{{1, "\"b"}, {2, "c\""}}));
}

TEST(RecordReader, AnUnclosedQuoteDoesNotEndAtTheQuotesOfAnotherLine) {
    EXPECT_EQ(recordsIn("a,\"b,1\nc,\"d\ne\",2\nf,\"\",3\n"),
              (Records{{1, "a,\"b,1"}, {2, "c,\"d\ne\",2"}, {4, "f,\"\",3"}}));
}

TEST(RecordReader, AnUnclosedQuoteCostsOneLineWhenTheRowGrammarIsKnown) {
    std::string bytes = "a,\"open\n";
    for (int i = 0; i < 200; ++i) bytes += "b,c\n";
    bytes += "d,e\"\n";
    std::string sample;
    for (int i = 0; i < 20; ++i) sample += "b,c\n";
    RecordReader reader(sourceOf(bytes), grammarOf(linesOf(sample, 100), ","));
    std::string_view record;
    std::vector<std::string> records;
    while (reader.next(record)) {
        reader.join(record);
        records.emplace_back(record);
    }
    ASSERT_EQ(records.size(), 202u);
    EXPECT_EQ(records[0], "a,\"open");
    EXPECT_EQ(records[1], "b,c");
    EXPECT_EQ(records[201], "d,e\"");
    EXPECT_EQ(recordsIn("a,\"open"), (Records{{1, "a,\"open"}}));
}

/// Rows of a user, an item, a text, a rating and a time.
std::string rows(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += fmt::format("u{},i{},\"fine, really\",{},15000{:05}\n", i % 7, i, i % 5 + 1, i);
    return text;
}

/// How each record was joined, how many lines it has, and its text; read with the grammar of well-formed rows.
struct ReadRecords {
    std::vector<Joined> joined;
    std::vector<std::int64_t> lines;
    std::vector<std::string> texts;
};

ReadRecords readWithGrammar(const std::string& bytes, const std::string& grammarFrom = rows(50)) {
    const auto lines = linesOf(grammarFrom, 1000);
    RecordReader reader(sourceOf(bytes), grammarOf(lines, ","), [&] { return sourceOf(bytes); });
    ReadRecords read;
    std::string_view record;
    while (reader.next(record)) {
        read.joined.push_back(reader.join(record));
        read.lines.push_back(reader.lineCount());
        read.texts.emplace_back(record);
    }
    return read;
}

// Alone: the line is the record. Whole: the record spans several lines. NotClosed, TooLong: it is damaged.
constexpr Joined kAlone = Joined::Alone, kWhole = Joined::Whole, kNotClosed = Joined::NotClosed,
                 kTooLong = Joined::TooLong;

TEST(RecordReader, ATextOfThousandsOfLinesIsOneRecord) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += fmt::format("line {}, and \"\"more\"\"\n", i);
    const ReadRecords read = readWithGrammar("u1,i1,\"" + text + "\",5,1500000001\nu2,i2,ok,5,1500000002\n");
    EXPECT_EQ(read.joined, (std::vector{kWhole, kAlone}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t>{5001, 1}));
    EXPECT_EQ(read.texts[0], "u1,i1,\"" + text + "\",5,1500000001");
}

TEST(RecordReader, ARowAfterAnUnclosedQuoteEndsTheDamage) {
    const ReadRecords read =
        readWithGrammar("u1,i1,\"open,5,1500000001\nu2,i2,\"fine\",5,1500000002\nu3,i3,ok,5,1500000003\n");
    EXPECT_EQ(read.joined, (std::vector{kNotClosed, kAlone, kAlone}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t>{1, 1, 1}));
}

TEST(RecordReader, LinesOfAnUnclosedTextAreNotSeparateRows) {
    const ReadRecords read =
        readWithGrammar("u1,i1,\"begins and\ngoes on, and\non,5,1500000001\nu2,i2,ok,5,1500000002\n");
    EXPECT_EQ(read.joined, (std::vector{kNotClosed, kAlone}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t>{3, 1}));
}

TEST(RecordReader, AStrayQuoteAtTheEndOfALineDoesNotCloseTheField) {
    const ReadRecords read = readWithGrammar("u1,i1,\"he called it \"good\"\nand left, really\",5,1500000001\n");
    EXPECT_EQ(read.joined, (std::vector{kWhole}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t>{2}));
}

TEST(RecordReader, ATextThatLooksLikeATableIsStillAText) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "good,bad,ugly,4,5\n";
    EXPECT_EQ(readWithGrammar("u1,i1,\"" + text + "\",5,1500000001\n").joined, (std::vector{kWhole}));
}

TEST(RecordReader, ARecordBeyondTheLimitIsOneDamagedRecord) {
    std::string text;
    while (text.size() <= RecordReader::kMaxBytes) text += "some words, and some more\n";
    const ReadRecords read = readWithGrammar("u1,i1,\"" + text + "\",5,1500000001\nu2,i2,ok,5,1500000002\n");
    EXPECT_EQ(read.joined, (std::vector{kTooLong, kAlone}));
    EXPECT_EQ(read.texts[1], "u2,i2,ok,5,1500000002");
}

/// More bytes than a record may have, in lines that are valid rows by themselves.
std::string manyRows() {
    std::string text;
    while (text.size() <= RecordReader::kMaxBytes + 100) text += "u3,i4,fine,4,1500000009\n";
    return text;
}

TEST(RecordReader, ARecordBeyondTheLimitKeepsLinesThatLookLikeRows) {
    const std::string text = manyRows();
    const auto lines = std::count(text.begin(), text.end(), '\n');
    const ReadRecords read = readWithGrammar("u1,i1,\"" + text + "\",5,1500000001\nu2,i2,ok,5,1500000002\n");
    EXPECT_EQ(read.joined, (std::vector{kTooLong, kAlone}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t>{lines + 1, 1}));
}

TEST(RecordReader, ProseBeyondTheLimitKeepsALineThatLooksLikeARow) {
    std::string text;
    while (text.size() <= RecordReader::kMaxBytes) text += "some words, and some more\n";
    text += "u3,i4,fine,4,1500000009\nand so on\n";
    const ReadRecords read = readWithGrammar("u1,i1,\"" + text + "\",5,1500000001\nu2,i2,ok,5,1500000002\n");
    EXPECT_EQ(read.joined, (std::vector{kTooLong, kAlone}));
}

TEST(RecordReader, RowsAfterALoneQuoteAreReadBeyondTheLimit) {
    const std::string text = manyRows();
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    // In turn, the last row has no quote, a quoted field, or a quote at its end.
    for (const char* end : {"u2,i2,ok,5,1500000002\n", "u2,i2,\"ok\",5,1500000002\n", "u2,i2,5,1500000002,ok\"\n"}) {
        const ReadRecords read = readWithGrammar("u1,i1,\"open,5,1500000001\n" + text + end);
        ASSERT_EQ(read.joined.size(), lines + 2) << end;
        EXPECT_EQ(read.joined[0], kNotClosed);
        EXPECT_EQ(read.lines[0], 1);
        EXPECT_EQ(read.texts[lines], "u3,i4,fine,4,1500000009");
    }
}

TEST(RecordReader, TwoRecordsBeyondTheLimitAreTwoDamagedRecords) {
    const std::string record = "u1,i1,\"" + manyRows() + "\",5,1500000001\n";
    const ReadRecords read = readWithGrammar(record + "u2,i2,ok,5,1500000002\n" + record + "u2,i3,ok,5,1500000003\n");
    EXPECT_EQ(read.joined, (std::vector{kTooLong, kAlone, kTooLong, kAlone}));
}

TEST(RecordReader, RowsUnlikeTheSampleAreNotSwallowed) {
    std::string bytes = "u1,i1,\"open,5,1500000001\n";
    for (int i = 0; i < 300; ++i) bytes += "a b,c d,text,five,monday\n";
    const ReadRecords read = readWithGrammar(bytes);
    EXPECT_EQ(read.joined.size(), 301u);
    EXPECT_EQ(read.joined[0], kNotClosed);
}

TEST(RecordReader, WithoutNumericColumnsThreeConsecutiveRowsAreNeeded) {
    std::string sample;
    for (int i = 0; i < 50; ++i) sample += fmt::format("u{},i{}x,some text\n", i % 7, i);
    const ReadRecords quoted = readWithGrammar("u1,i1x,\"like\na,b,c\nd,e,f\nthat\"\n", sample);
    EXPECT_EQ(quoted.joined, (std::vector{kWhole}));
    const ReadRecords unclosed = readWithGrammar("u1,i1x,\"open\nu2,i2x,c\nu3,i3x,f\nu4,i4x,g\n", sample);
    EXPECT_EQ(unclosed.joined, (std::vector{kNotClosed, kAlone, kAlone, kAlone}));
}

TEST(RecordReader, ATooLongLineBelongsToItsRecord) {
    RecordReader reader(
        sourceOf("u1,i1,\"b\n" + std::string(LineReader::kMaxLineBytes + 1, 'x') + "\nc\",5,1500000001\n"),
        grammarOf(linesOf(rows(50), 100), ","));
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    EXPECT_EQ(reader.join(line), kTooLong);
    EXPECT_EQ(reader.lineCount(), 3);
    EXPECT_FALSE(reader.next(line));
}

}  // namespace
}  // namespace recscope
