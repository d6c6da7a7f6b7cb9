// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/split_moments.h"

#include <gtest/gtest.h>

#include "core/util/error.h"
#include "core/util/time.h"

namespace recscope {
namespace {

TEST(SplitMoment, IsADayOrAShare) {
    EXPECT_EQ(splitMomentFrom("1970-01-02").time, 86400);
    EXPECT_EQ(splitMomentFrom("80%").share, 0.8);
    EXPECT_EQ(splitMomentFrom("99.5%").share, 0.995);
    EXPECT_FALSE(splitMomentFrom("80%").time);
}

TEST(SplitMoment, RefusesAnythingElse) {
    for (const char* text :
         {"", "80", "%", "101%", "-1%", "2018", "2018-13-01", "2018-02-30", "01.02.2018", "2018-1-1"})
        EXPECT_THROW(splitMomentFrom(text), Error) << text;
}

TEST(Dates, AreReadAsTheyAreWritten) {
    EXPECT_EQ(timeOfDate("2000-02-29"), 951782400);  // date -u -d 2000-02-29 +%s
    EXPECT_EQ(dateText(*timeOfDate("2018-02-01")), "2018-02-01");
    EXPECT_FALSE(timeOfDate("2001-02-29"));
    EXPECT_FALSE(timeOfDate("2018-02-01T00:00"));
}

}  // namespace
}  // namespace recscope
