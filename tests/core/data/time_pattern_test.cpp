// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_pattern.h"

#include <gtest/gtest.h>

#include "core/data/column_profile.h"
#include "core/data/date_text.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

// 2017-12-17 20:15 and 0:00 UTC in milliseconds: date -u -d '2017-12-17 20:15:00' +%s  ->  1513541700
constexpr std::int64_t kMs = 1513541700000, kMidnight = 1513468800000;

TEST(TimePattern, ReadsEachConversionLetter) {
    EXPECT_EQ(TimePattern("%d.%m.%Y %H:%M").parse("17.12.2017 20:15"), kMs);
    EXPECT_EQ(TimePattern("%a %b %d %H:%M:%S %z %Y").parse("Sun Dec 17 21:15:00 +0100 2017"), kMs);
    EXPECT_EQ(TimePattern("%m/%d/%y %I:%M %p").parse("12/17/17 8:15 PM"), kMs);
    EXPECT_EQ(TimePattern("%FT%T.%f").parse("2017-12-17T20:15:00.25"), kMs + 250);
    EXPECT_EQ(TimePattern("%Y %j").parse("2017 351"), kMidnight);
    EXPECT_EQ(TimePattern("%s").parse("1513541700"), kMs);
    EXPECT_EQ(TimePattern("%Y-%m-%d %N").parse("2017-12-17 72900000"), kMs);
    EXPECT_EQ(TimePattern("100%% %Y%m%d").parse("100% 20171217"), kMidnight);
}

TEST(TimePattern, TextThatDoesNotMatchIsNotATime) {
    const TimePattern pattern("%d.%m.%Y");
    for (const char* text : {"", "17.12.2017 20:15", "17/12/2017", "31.02.2017", "x"})
        EXPECT_FALSE(pattern.parse(text));
}

TEST(TimePattern, AnInvalidPatternIsRefused) {
    EXPECT_ERROR(TimePattern("%Y-%m-%q"), ErrorKind::Usage, "unknown letter");
    EXPECT_ERROR(TimePattern("%H:%M"), ErrorKind::Usage, "names no day");
}

TEST(DateText, ReadsCommonSpellings) {
    for (const char* text : {"Sun Dec 17 20:15:00 +0000 2017", "17-Dec-2017 20:15", "December 17th, 2017, 8:15 PM",
                             "Sun, 17 Dec 2017 20:15:00 GMT", "2017-Dec-17 20:15", "17 dec 17 20:15"})
        EXPECT_EQ(parseWordDate(text), kMs) << text;
    for (const char* text : {"17/12/2017 20:15", "17.12.2017 20:15:00", "17-12-17 8:15 PM", "2017/12/17 20:15"})
        EXPECT_EQ(parseNumericDate(text, DateOrder::DayFirst), kMs) << text;
    EXPECT_EQ(parseNumericDate("12/17/2017 8:15:00 PM", DateOrder::MonthFirst), kMs);
    EXPECT_EQ(parseNumericDate("12/17/2017", DateOrder::DayFirst), std::nullopt);
    for (const char* text : {"20171217201500", "201712172015", "20171217T201500", "20171217 20:15"})
        EXPECT_EQ(parseCompactDate(text), kMs) << text;
    EXPECT_EQ(parseCompactDate("20171317"), std::nullopt);
    EXPECT_EQ(parseClock("8:15 PM"), 72900000);
    for (const char* text :
         {"May we go", "1 May", "17/12", "17/12/2017 25:00", "17/12/2017 13:00 PM", "4 5 6 7", "may"}) {
        EXPECT_EQ(parseWordDate(text), std::nullopt) << text;
        EXPECT_EQ(parseNumericDate(text, DateOrder::DayFirst), std::nullopt) << text;
    }
}

std::string formatOf(const std::vector<std::string_view>& values, bool isNamed = false) {
    const auto guess = guessTimeFormat(values, isNamed);
    return guess ? timeFormatName(guess->format) + std::string(guess->fitsBothOrders ? " or the other" : "") : "none";
}

TEST(TimeGuess, IsMadeFromAllValues) {
    EXPECT_EQ(formatOf({"20171217", "20171231"}), "yyyymmdd");
    EXPECT_EQ(formatOf({"1513541700", "1513541711"}), "auto");
    EXPECT_EQ(formatOf({"1/2/2017", "13/2/2017"}), "day-first");
    EXPECT_EQ(formatOf({"1/2/2017", "2/13/2017"}), "month-first");
    EXPECT_EQ(formatOf({"1/2/2017", "2/3/2017"}), "day-first or the other");
    EXPECT_EQ(formatOf({"2/2/2017", "3/3/2017"}), "day-first");
    EXPECT_EQ(formatOf({"Tue Apr 03 18:00:06 +0000 2012"}), "words");
    EXPECT_EQ(formatOf({"2017-12-17T20:15:00Z"}), "date");
}

TEST(TimeGuess, IdsAndAmountsAreNotTimes) {
    EXPECT_EQ(formatOf({"17", "3990", "120"}), "none");
    EXPECT_EQ(formatOf({"0663713001", "0663713002"}), "none");   // ten digits, but seconds have no leading zero
    EXPECT_EQ(formatOf({"1212092628029698048"}), "none");        // a Twitter id, as long as nanoseconds
    EXPECT_EQ(formatOf({"1513541700000000077"}, true), "auto");  // as long, but in a column named like a time
    EXPECT_EQ(formatOf({"76561197970982479"}), "none");          // a Steam id
    EXPECT_EQ(formatOf({"9.99", "12.50"}), "none");
}

}  // namespace
}  // namespace recscope
