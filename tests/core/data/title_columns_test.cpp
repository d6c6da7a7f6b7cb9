// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/title_columns.h"

#include <fmt/format.h>

#include "core/data/item_titles.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using TitleColumnsTest = ImporterTest;

/// Ratings of the items 100, 103, 106 … 397 by 40 users.
std::string ratings() {
    std::string text = "user,item,rating,timestamp\n";
    for (int i = 0; i < 800; ++i)
        text += fmt::format("{},{},{},{}\n", i % 40, 100 + 3 * (i * 7 % 100), 1 + i % 5, 1'300'000'000 + i * 977);
    return text;
}

class TitleFiles : public TitleColumnsTest {
protected:
    ImportResult importWith(const std::string& items, const char* name = "items.csv") {
        ImportOptions options = optionsFor(m_folder.write("ratings.csv", ratings()));
        options.itemsPath = m_folder.write(name, items);
        return import(options);
    }
    std::string titleOf(const ImportResult& result, const std::string& id) {
        for (const ItemInfo& item : m_store.items(result.dataset.id)) {
            if (item.id == id) return item.title;
        }
        return "no item " + id;
    }
};

TEST_F(TitleFiles, TheIdColumnIsFoundByItsValuesWhateverTheNames) {
    std::string items = "id,tmdb,link,film_name,year\n";  // "id" numbers the rows; the item ids are in "tmdb"
    for (int i = 0; i < 100; ++i)
        items += fmt::format("{},{},http://example.org/{},The Film {},19{:02}\n", i + 100, 100 + 3 * i, i, i, i % 100);
    const ImportResult result = importWith(items);
    EXPECT_EQ(titleOf(result, "103"), "The Film 1");
    EXPECT_EQ(titleOf(result, "397"), "The Film 99");
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    EXPECT_EQ(result.report.titlesReading, "ids in \"tmdb\", titles in \"film_name\"");
    EXPECT_NE(result.report.toText().find("100 of 100 items have a title"), std::string::npos)
        << result.report.toText();
}

TEST_F(TitleFiles, WithoutAHeaderTheTitleIsTheTextNotTheNumberOrTheAddress) {
    std::string items;
    for (int i = 0; i < 100; ++i)
        items += fmt::format("{}\t{}\thttp://example.org/{}\tSong Number {}\tpop\n", 1990 + i % 9, 100 + 3 * i, i, i);
    const ImportResult result = importWith(items, "items.tsv");
    EXPECT_EQ(titleOf(result, "106"), "Song Number 2");
}

TEST_F(TitleFiles, CommasOfAnUnquotedTitleStayInIt) {
    std::string items;
    for (int i = 0; i < 100; ++i)
        items += fmt::format("{},{},{}\n", 100 + 3 * i, 1990 + i % 9,
                             i % 10 ? fmt::format("Film {}", i) : fmt::format("Good, Bad, and {}, The", i));
    const ImportResult result = importWith(items);
    EXPECT_EQ(titleOf(result, "130"), "Good, Bad, and 10, The");
    EXPECT_EQ(titleOf(result, "133"), "Film 11");
}

TEST_F(TitleFiles, AFileWithoutTheItemsIsNotUsedAndTheReportStatesThis) {
    std::string items = "id,title\n";
    for (int i = 0; i < 300; ++i) items += fmt::format("x{},Title {}\n", i, i);
    const ImportResult result = importWith(items);
    EXPECT_EQ(result.report.itemsWithoutTitle, 100);
    EXPECT_EQ(titleOf(result, "103"), "103");
    EXPECT_NE(result.report.toText().find("not used: none of the items occur in it"), std::string::npos)
        << result.report.toText();
}

TEST_F(TitleFiles, TheIdKeyOfObjectsIsFoundByItsValues) {
    std::string items;
    for (int i = 0; i < 100; ++i)
        items += fmt::format("{{\"id\": {}, \"code\": \"{}\", \"title\": \"T{}\"}}\n", i + 5000, 100 + 3 * i, i);
    EXPECT_EQ(titleOf(importWith(items, "items.json"), "103"), "T1");
}

}  // namespace
}  // namespace recscope
