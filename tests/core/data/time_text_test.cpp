// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_text.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

// 2017-12-17 20:15 UTC in milliseconds: date -u -d '2017-12-17 20:15:00' +%s  ->  1513541700
constexpr std::int64_t kMs = 1513541700000;

TEST(TimeText, NumbersAreSecondsMillisecondsOrMicrosecondsBySize) {
    EXPECT_EQ(parseTime("1513541700"), kMs);
    EXPECT_EQ(parseTime("1513541700.0"), kMs);
    EXPECT_EQ(parseTime("1513541700000"), kMs);
    EXPECT_EQ(parseTime("1513541700000000"), kMs);
    EXPECT_EQ(parseTime("-86400"), -86400000);
}

TEST(TimeText, IsoDatesAreReadWithAndWithoutClock) {
    EXPECT_EQ(parseTime("2017-12-17"), 1513468800000);
    EXPECT_EQ(parseTime("2017-12-17T20:15:00Z"), kMs);
    EXPECT_EQ(parseTime("2017-12-17 20:15"), kMs);
    EXPECT_EQ(parseTime("2017-12-17 20:15:00.250"), kMs + 250);
    EXPECT_EQ(parseTime("2017-12-17 20:15:00 UTC"), kMs);
    EXPECT_EQ(parseTime("2017/12/17 20:15:00"), kMs);
}

TEST(TimeText, SpreadsheetsCountDaysFromTheEndOf1899) {
    EXPECT_EQ(parseTime("25569", TimeFormat::ExcelDays), 0);
    EXPECT_EQ(parseTime("43086.84375", TimeFormat::ExcelDays), kMs);
    EXPECT_EQ(parseTime("soon", TimeFormat::ExcelDays), std::nullopt);
}

TEST(TimeText, MillisecondsAreAddedToADay) {
    EXPECT_EQ(parseTime("2017-12-17 72900000", TimeFormat::DateAndMs), kMs);
    EXPECT_EQ(parseTime("2017-12-17", TimeFormat::DateAndMs), std::nullopt);
    EXPECT_EQ(parseTime("2017-12-17 -5", TimeFormat::DateAndMs), std::nullopt);
    EXPECT_EQ(parseTime("2017-12-17 20:15", TimeFormat::DateAndMs), std::nullopt);
}

TEST(TimeText, TimeZoneOffsetsAreSubtracted) {
    EXPECT_EQ(parseTime("2017-12-17T21:15:00+01:00"), kMs);
    EXPECT_EQ(parseTime("2017-12-17T14:45:00-0530"), kMs);
}

TEST(TimeText, AmazonsDatesAreMonthDayYear) {
    EXPECT_EQ(parseTime("12 17, 2017"), 1513468800000);
    EXPECT_EQ(parseTime("9 3, 2009"), 1251936000000);  // date -u -d 2009-09-03 +%s
}

TEST(TimeText, SteamsDatesNameTheMonth) {
    EXPECT_EQ(parseTime("Posted November 5, 2011."), 1320451200000);  // date -u -d 2011-11-05 +%s
    EXPECT_EQ(parseTime("November 5, 2011"), 1320451200000);
    EXPECT_EQ(parseTime("Posted November 5."), std::nullopt);
}

TEST(TimeText, RecognisesADateWithoutAYear) {
    EXPECT_TRUE(isDateWithoutYear("Posted November 5."));
    EXPECT_TRUE(isDateWithoutYear(" November 15"));
    for (const char* text :
         {"Posted November 5, 2011.", "November", "Posted Nevember 5.", "", "5", "Posted November x."})
        EXPECT_FALSE(isDateWithoutYear(text)) << text;
}

TEST(TimeText, AChosenFormatReadsNothingElse) {
    EXPECT_EQ(parseTime("5000", TimeFormat::Seconds), 5000000);
    EXPECT_EQ(parseTime("5000", TimeFormat::Milliseconds), 5000);
    EXPECT_EQ(parseTime("5000.5", TimeFormat::Seconds), 5000500);
    EXPECT_EQ(parseTime("2017-12-17", TimeFormat::Date), 1513468800000);
    EXPECT_EQ(parseTime("12 17, 2017", TimeFormat::MonthDayYear), 1513468800000);
    const char* const texts[] = {"1513468800", "2017-12-17", "12 17, 2017", "Posted December 17, 2017."};
    const TimeFormat formats[] = {TimeFormat::Seconds, TimeFormat::Date, TimeFormat::MonthDayYear, TimeFormat::Posted};
    for (std::size_t text = 0; text < 4; ++text) {
        for (std::size_t format = 0; format < 4; ++format) {
            EXPECT_EQ(parseTime(texts[text], formats[format]).has_value(), text == format) << text << " " << format;
        }
    }
    for (const TimeFormat format : timeFormats()) EXPECT_EQ(timeFormatFromName(timeFormatName(format)), format);
}

TEST(TimeText, TextThatIsNotATimeIsRefused) {
    for (const char* text : {"", "yesterday", "2017-13-01", "2017-02-30", "2017-12-17T25:00", "2017-12-17x",
                             "12-17-2017", "1e30", "-", "2017-12-17T20:15:00+", "5 5"}) {
        EXPECT_FALSE(parseTime(text)) << text;
    }
}

}  // namespace
}  // namespace recscope
