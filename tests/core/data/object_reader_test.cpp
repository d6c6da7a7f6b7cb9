// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_reader.h"

#include <gtest/gtest.h>

#include "core/data/html_entities.h"

namespace recscope {
namespace {

using Texts = std::vector<std::string>;

TEST(JsonReader, GivesScalarsAsText) {
    const auto reader = makeJsonReader();
    ASSERT_EQ(reader->read(R"({"a":"\u00e9\"","b":5,"c":4.5,"d":18446744073709551615,"e":true,"f":null,"g":[1]})"),
              nullptr);
    EXPECT_EQ(reader->scalar("a"), "é\"");
    EXPECT_EQ(reader->scalar("b"), "5");
    EXPECT_EQ(reader->scalar("c"), "4.5");
    EXPECT_EQ(reader->scalar("d"), "18446744073709551615");
    EXPECT_EQ(reader->scalar("e"), "true");
    EXPECT_EQ(reader->scalar("f"), "");
    EXPECT_EQ(reader->scalar("g"), "");
    EXPECT_EQ(reader->scalar("z"), "");
    EXPECT_EQ(reader->keys(), (Texts{"a", "b", "c", "d", "e", "f"}));
}

TEST(JsonReader, CollectsScalarsOfListsInLists) {
    const auto reader = makeJsonReader();
    ASSERT_EQ(reader->read(R"({"categories":[["Beauty","Hair"],["Beauty",2]]})"), nullptr);
    EXPECT_EQ(reader->scalarsUnder("categories"), (Texts{"Beauty", "Hair", "Beauty", "2"}));
    EXPECT_EQ(reader->scalarsUnder("genres"), Texts{});
}

TEST(JsonReader, DescribesTheError) {
    const auto reader = makeJsonReader();
    EXPECT_STREQ(reader->read(R"({"a":1)"), "not a JSON object");
    EXPECT_STREQ(reader->read("[1,2]"), "not a JSON object");
    EXPECT_STREQ(reader->read(""), "not a JSON object");
    EXPECT_STREQ(reader->read("{\"a\":\"\xE9\"}"), "JSON that is not UTF-8");
    EXPECT_STREQ(reader->read(R"({"a":"open)"), "a string is not closed");
    EXPECT_EQ(reader->read(R"({"a":1})"), nullptr);  // the reader can be used again
}

TEST(PythonReader, GivesTheSameAsJson) {
    const auto reader = makePythonReader();
    ASSERT_EQ(reader->read("{u'a': u'\\xe9', 'b': 5, 'c': None, 'g': [u'x', ['y']]}"), nullptr);
    EXPECT_EQ(reader->scalar("a"), "é");
    EXPECT_EQ(reader->scalar("b"), "5");
    EXPECT_EQ(reader->scalar("c"), "");
    EXPECT_EQ(reader->scalarsUnder("g"), (Texts{"x", "y"}));
    EXPECT_EQ(reader->keys(), (Texts{"a", "b", "c"}));
    EXPECT_STREQ(reader->read("[1]"), "not a Python dictionary");
}

TEST(ObjectReader, GivesTheElementsOfAList) {
    for (const auto& [reader, line] :
         {std::pair(makeJsonReader(), R"({"s":1,"tags":["x"],"events":[{"aid":7,"in":{"id":2}},5,{"ts":3,"l":[1]}]})"),
          std::pair(makePythonReader(),
                    "{'s': 1, 'tags': ['x'], 'events': [{'aid': 7, 'in': {'id': 2}}, 5, "
                    "{'ts': 3, 'l': [1]}]}")}) {
        ASSERT_EQ(reader->read(line), nullptr);
        EXPECT_EQ(reader->listKeys(), Texts{"events"});
        ASSERT_EQ(reader->openList("events"), 3U);
        EXPECT_EQ(reader->scalarOf(0, "aid"), "7");
        EXPECT_EQ(reader->scalarOf(0, "in.id"), "2");
        EXPECT_EQ(reader->scalarOf(1, "aid"), "");
        EXPECT_EQ(reader->scalarOf(2, "ts"), "3");
        EXPECT_EQ(reader->keysOf(0), (Texts{"aid", "in.id"}));
        EXPECT_EQ(reader->keysOf(1), Texts{});
        EXPECT_EQ(reader->openList("s"), 0U);
        EXPECT_EQ(reader->openList("none"), 0U);
    }
}

TEST(HtmlEntities, AreReplacedIfKnownAndKeptOtherwise) {
    EXPECT_EQ(withoutHtmlEntities("Salt &amp; Pepper&#39;s &#x2122; &frac12;"), "Salt & Pepper's ™ ½");
    EXPECT_EQ(withoutHtmlEntities("AT&T; R&D &unknown; &#xD800; &#; &"), "AT&T; R&D &unknown; &#xD800; &#; &");
    EXPECT_EQ(withoutHtmlEntities("&amp;amp;"), "&amp;");
}

}  // namespace
}  // namespace recscope
