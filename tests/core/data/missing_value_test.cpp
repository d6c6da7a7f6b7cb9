// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/missing_value.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

TEST(MissingValue, IsRecognisedInEverySpelling) {
    for (const char* text : {"",    " ",    "\t",   "NA",   "N/A",  "n/a",  "<NA>", "#N/A", "NaN", "nan",    "NAN",
                             "NaT", "null", "NULL", "Null", "None", "none", "NONE", "\\N",  "-",   "  NaN ", "-\r"}) {
        EXPECT_TRUE(isMissing(text)) << '"' << text << '"';
    }
}

TEST(MissingValue, IsNotASimilarNameOrNumber) {
    for (const char* text : {"0", "-1", "Na", "na", "nana", "Nan0", "nones", "nil", "N", "n", "--", "\\n", "NAS",
                             "anonymous", "null island", "unknown", "."}) {
        EXPECT_FALSE(isMissing(text)) << '"' << text << '"';
    }
}

}  // namespace
}  // namespace recscope
