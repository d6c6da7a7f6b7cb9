// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

TEST(Text, TrimmedRemovesWhiteSpaceAtBothEnds) {
    EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
    EXPECT_EQ(trimmed("  "), "");
}

TEST(Text, FoldedLowersLettersBeyondAscii) {
    EXPECT_EQ(folded("AMÉLIE Ÿ Škoda ΩМИР × 日本"), "amélie Ÿ škoda ωмир × 日本");
    EXPECT_EQ(folded("Ď Ł ŷŶ ЁЏ"), "ď ł ŷŷ ёџ");
}

TEST(Text, FoldedKeepsInvalidUtf8) {
    EXPECT_EQ(folded("A\xFF"
                     "B"),
              "a\xFF"
              "b");
}

TEST(Text, Utf8IsDistinguishedFromOtherBytes) {
    EXPECT_TRUE(isUtf8("Amélie 日本 🎬"));
    EXPECT_FALSE(isUtf8("Am\xE9lie"));         // ISO-8859-1
    EXPECT_FALSE(isUtf8("\xC0\xAF"));          // overlong
    EXPECT_FALSE(isUtf8("\xED\xA0\x80"));      // a surrogate
    EXPECT_FALSE(isUtf8("\xF4\x90\x80\x80"));  // above U+10FFFF
    EXPECT_FALSE(isUtf8("\xE2\x82"));          // cut off
}

TEST(Text, Latin1BecomesUtf8) {
    EXPECT_EQ(latin1ToUtf8("Am\xE9lie"), "Amélie");
}

TEST(Text, NumbersAreReadWholeOrNotAtAll) {
    EXPECT_EQ(parseNumber(" 4.0 "), 4.0);
    EXPECT_EQ(parseNumber("+2"), 2.0);
    EXPECT_EQ(parseNumber("1e3"), 1000.0);
    for (const char* text : {"", "4,5", "4 5", "four", "nan", "inf", "1e999"}) EXPECT_FALSE(parseNumber(text)) << text;
}

TEST(Text, ListedJoinsWithCommasAndAnd) {
    EXPECT_EQ(listed({}), "");
    EXPECT_EQ(listed({"a"}), "a");
    EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
    EXPECT_EQ(listed({"a", "b", "c", "d"}, 2), "a, b and 2 more");
}

TEST(Text, NegativeNumbersHaveAMinusSignAndZeroHasNoSign) {
    EXPECT_EQ(numberText(0.333, 2), "0.33");
    EXPECT_EQ(numberText(-0.333, 2), "−0.33");
    EXPECT_EQ(numberText(-0.004, 2), "0.00");
    EXPECT_EQ(signedText(0.333, 2), "+0.33");
    EXPECT_EQ(signedText(-10, 1), "−10.0");
    EXPECT_EQ(signedText(0.004, 2), "0.00");
    EXPECT_EQ(signedText(-0.0, 2), "0.00");
}

TEST(Text, GroupedInsertsCommas) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000209), "1,000,209");
    EXPECT_EQ(grouped(-1000), "-1,000");
}

}  // namespace
}  // namespace recscope
