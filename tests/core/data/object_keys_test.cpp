// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_keys.h"

#include <gtest/gtest.h>

#include "core/data/object_reader.h"

namespace recscope {
namespace {

using Keys = std::vector<std::string>;

TEST(ObjectKeys, AreInTheOrderOfTheirFirstAppearance) {
    ObjectKeys keys;
    keys.add({"user", "item.id"});
    keys.add({"time", "user"});
    EXPECT_EQ(keys.most(), (Keys{"user", "item.id", "time"}));
}

TEST(ObjectKeys, TheDeepestAreLeftOutIfThereAreTooMany) {
    ObjectKeys keys;
    Keys deep;
    for (int i = 0; i < 70; ++i) deep.push_back("context.by_item.B" + std::to_string(i));
    keys.add(deep);
    keys.add({"user_id", "item.id", "ts"});
    EXPECT_EQ(keys.most(), (Keys{"user_id", "item.id", "ts"}));
}

TEST(JsonReader, FindsValuesUpToFourObjectsDeep) {
    const auto reader = makeJsonReader();
    ASSERT_EQ(reader->read(R"({"a": {"b": {"c": {"d": 1, "e": {"f": 2}}}}, "a.b": 3, "list": {"of": [{"x": 4}]}})"),
              nullptr);
    EXPECT_EQ(reader->keys(), (Keys{"a.b.c.d", "a.b"}));
    EXPECT_EQ(reader->scalar("a.b.c.d"), "1");
    EXPECT_EQ(reader->scalar("a.b"), "3");
    EXPECT_EQ(reader->scalar("a.b.c.e.f"), "");
    EXPECT_EQ(reader->scalar("a.b.x"), "");
    EXPECT_EQ(reader->listKeys(), Keys{"list.of"});
    ASSERT_EQ(reader->openList("list.of"), 1u);
    EXPECT_EQ(reader->scalarOf(0, "x"), "4");
}

}  // namespace
}  // namespace recscope
