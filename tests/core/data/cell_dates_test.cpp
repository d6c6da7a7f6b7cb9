// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/cell_dates.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

constexpr DateParts kDate{.hasDate = true}, kClock{.hasClock = true}, kBoth{.hasDate = true, .hasClock = true};

TEST(CellDates, AFormatCodeShowsADateATimeOfDayOrBoth) {
    const auto shows = [](std::string_view code) {
        const DateParts parts = formatParts(code);
        return std::string(parts.hasDate ? "date" : "") + (parts.hasClock ? "clock" : "");
    };
    for (const char* code : {"dd/mm/yyyy", "yyyy-mm-dd;@", "[$-409]mmm-yy", "mmmm", "d\\.m\\.yy", "\"on\" dd.mm.yyyy"})
        EXPECT_EQ(shows(code), "date") << code;
    for (const char* code : {"m/d/yy h:mm", "yyyy\\-mm\\-dd hh:mm:ss", "[$-F400]dd.mm.yyyy h:mm:ss AM/PM"})
        EXPECT_EQ(shows(code), "dateclock") << code;
    for (const char* code : {"h:mm:ss", "[h]:mm", "mm:ss.0"}) EXPECT_EQ(shows(code), "clock") << code;
    for (const char* code :
         {"General", "0", "0.00", "#,##0.00 \"days\"", "[Red]-0.0", "@", "0.00E+00", "# ?/?", "\"year\" 0"})
        EXPECT_EQ(shows(code), "") << code;
}

TEST(CellDates, BuiltInFormatsAreThoseOfTheStandard) {
    EXPECT_TRUE(builtInFormat(14).hasDate);
    EXPECT_FALSE(builtInFormat(14).hasClock);
    EXPECT_TRUE(builtInFormat(22).hasDate && builtInFormat(22).hasClock);
    EXPECT_TRUE(builtInFormat(46).hasClock);
    for (const int id : {0, 1, 2, 9, 10, 11, 12, 37, 49}) EXPECT_FALSE(builtInFormat(id).isDate()) << id;
}

/// Excel's serial numbers count days: 40886.53472… is 9 December 2011, 12:50.
TEST(CellDates, SerialNumbersBecomeDates) {
    EXPECT_EQ(dateText(40886.534722222219, kBoth, DateSystem::From1900), "2011-12-09 12:50:00");
    EXPECT_EQ(dateText(40886, kDate, DateSystem::From1900), "2011-12-09");
    EXPECT_EQ(dateText(40886, kBoth, DateSystem::From1900), "2011-12-09 00:00:00");
    EXPECT_EQ(dateText(0.75, kClock, DateSystem::From1900), "18:00:00");
    EXPECT_EQ(dateText(61, kDate, DateSystem::From1900), "1900-03-01");
    EXPECT_EQ(dateText(39424, kDate, DateSystem::From1904), "2011-12-09");
    // A time that is a rounding error before midnight belongs to the next day.
    EXPECT_EQ(dateText(40886.999999, kBoth, DateSystem::From1900), "2011-12-10 00:00:00");
    EXPECT_EQ(dateText(-1, kDate, DateSystem::From1900), "-1");
    EXPECT_EQ(dateText(1e12, kDate, DateSystem::From1900), "1000000000000");
}

}  // namespace
}  // namespace recscope
