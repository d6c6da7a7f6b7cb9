// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/catalogue.h"

#include <gtest/gtest.h>

#include <set>

namespace recscope {
namespace {

TEST(Catalogue, EveryEntryIsComplete) {
    const auto entries = publicDatasets();
    EXPECT_GE(entries.size(), 12u);
    std::set<std::string> names;
    for (const CatalogueEntry& entry : entries) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_EQ(entry.url.substr(0, 8), "https://") << entry.name;
        EXPECT_EQ(entry.users > 0, entry.items > 0) << entry.name;
        EXPECT_GT(entry.interactions, entry.users) << entry.name;
        for (const std::string& text : {entry.about, entry.publisher, entry.terms, entry.drop})
            EXPECT_FALSE(text.empty()) << entry.name;
    }
}

}  // namespace
}  // namespace recscope
