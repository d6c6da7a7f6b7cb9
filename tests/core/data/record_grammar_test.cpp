// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_grammar.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/data/delimited.h"
#include "core/data/text_like_ids.h"

namespace recscope {
namespace {

Quotes quotesOf(const std::string& text, const char* delimiter) {
    return grammarOf(linesOf(text, 1000), delimiter).quotes;
}

TEST(RecordGrammar, QuotesOutsideCsvAreLettersUnlessTheFileShowsOtherwise) {
    std::string names = "user\titem\n", heroes = names, lone = names, enclosed = "\"user\"\t\"item\"\n", needed = names;
    for (int i = 0; i < 30; ++i) {
        names += i % 9 == 0 ? "u\t\"Weird Al\" Yankovic\n" : "u\tb\n";
        heroes += i % 9 == 0 ? "u\t\"Heroes\"\n" : "u\tb\n";
        lone += i == 5 ? "u\t\"open\n" : "u\tb\n";
        enclosed += "\"u\"\t\"b\"\n";
        needed += i % 9 == 0 ? "u\t\"two\tparts\"\n" : "u\tb\n";
    }
    EXPECT_EQ(quotesOf(names, "\t"), Quotes::Letters);
    EXPECT_EQ(quotesOf(heroes, "\t"), Quotes::Letters);
    EXPECT_EQ(quotesOf(lone, "\t"), Quotes::Letters);
    EXPECT_EQ(quotesOf(enclosed, "\t"), Quotes::Enclose);
    EXPECT_EQ(quotesOf(needed, "\t"), Quotes::Enclose);
    EXPECT_EQ(quotesOf("a,b\n", ","), Quotes::Enclose);
    EXPECT_EQ(quotesOf("a::\"b\"\n", "::"), Quotes::Letters);
}

TEST(RecordGrammar, RecognisesARowByItsKindsOfValues) {
    std::string text = "user,item,text,time\n";
    for (int i = 0; i < 30; ++i) text += fmt::format("u{},{},a text of words,15000000{:02}\n", i, i, i);
    const RecordGrammar grammar = grammarOf(linesOf(text, 100), ",");
    EXPECT_EQ(grammar.fieldCount, 4u);
    const auto fits = [&](std::vector<std::string_view> fields) { return grammar.fits(fields); };
    EXPECT_TRUE(fits({"u7", "7", "other", "1500000099"}));
    EXPECT_TRUE(fits({"u7", "", "", "1500000099"}));
    EXPECT_FALSE(fits({"u7", "seven", "other", "1500000099"}));
    EXPECT_FALSE(fits({"u 7", "7", "other", "1500000099"}));
    EXPECT_FALSE(fits({"u7", "7", "other", "5"})) << "far shorter than the times of the other rows";
}

TEST(RecordGrammar, NumbersMayHaveADecimalComma) {
    EXPECT_EQ(numberWithAnyPoint("4,5"), 4.5);
    EXPECT_EQ(numberWithAnyPoint(" 4.5 "), 4.5);
    EXPECT_FALSE(numberWithAnyPoint("4,5,6").has_value());
    EXPECT_FALSE(numberWithAnyPoint("80 %").has_value());
}

TEST(FieldSplitter, QuotePairsWithinAFieldAreLettersIfTheFieldCountIsThenUsual) {
    std::string text;
    for (int i = 0; i < 30; ++i) text += fmt::format("{},name,5\n", i);
    FieldSplitter splitter(grammarOf(linesOf(text, 100), ","));
    ASSERT_TRUE(splitter.split("7,\"Weird Al\" Yankovic,5"));
    EXPECT_EQ(splitter.fields()[1], "\"Weird Al\" Yankovic");
    ASSERT_TRUE(splitter.split("7,\"he said \"no\", I think\",5"));
    EXPECT_TRUE(splitter.hasStrayQuote());
}

TEST(TextLikeIds, FreeTextIsDistinguishedFromNames) {
    for (const char* text : {"and then it broke again", "good, but too small", "I like it. Buy it", "line\nend"}) {
        EXPECT_TRUE(looksLikeText(text)) << text;
    }
    EXPECT_TRUE(looksLikeText("one, " + std::string(70, 'x')));
    for (const char* name : {"Mr. Smith", "The Big Bad Wolf", "a.b@example.com", "John A. Smith", "A39HTATAQ9V7YF"}) {
        EXPECT_FALSE(looksLikeText(name)) << name;
    }
    EXPECT_FALSE(looksLikeText(std::string(128, 'f'))) << "a hash";
}

}  // namespace
}  // namespace recscope
