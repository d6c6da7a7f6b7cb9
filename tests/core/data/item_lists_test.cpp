// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how a cell that contains several items is divided, and when an import divides cells.
#include "core/data/item_lists.h"

#include <fmt/format.h>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

std::vector<std::string> divided(const char* cell, const char* separator) {
    CellDivider divider(separator);
    const auto entries = divider.divide(cell);
    return {entries.begin(), entries.end()};
}

using Entries = std::vector<std::string>;

TEST(CellDivider, CutsAtTheSeparatorAndTrims) {
    EXPECT_EQ(divided("Bread, Milk,  Eggs ", ","), (Entries{"Bread", "Milk", "Eggs"}));
    EXPECT_EQ(divided("1,5 l of milk, Bread", ", "), (Entries{"1,5 l of milk", "Bread"}));
    EXPECT_EQ(divided("a|b||c|", "|"), (Entries{"a", "b", "c"}));
    EXPECT_EQ(divided("a / b", " / "), (Entries{"a", "b"}));
    EXPECT_EQ(divided("12  15 4", " "), (Entries{"12", "15", "4"}));
    EXPECT_EQ(divided("a\tb", "\t"), (Entries{"a", "b"}));
    EXPECT_EQ(divided("Bread", ","), Entries{"Bread"});
    EXPECT_EQ(divided(" ", ","), Entries{});
}

TEST(Amounts, AreCutFromTheEndOfAName) {
    for (const char* const entry : {"Dark Beer (x4)", "Dark Beer x4", "Dark Beer*4", "Dark Beer:4", "Dark Beer:4.90"})
        EXPECT_EQ(withoutAmount(entry), "Dark Beer");
    for (const char* const entry : {"12:30", "Blink 182", "Apollo 13", "x4", "Dark Beer", "Beer (2004)"})
        EXPECT_EQ(withoutAmount(entry), entry);
}

TEST(Amounts, AreRecognisedInBasketsButNotInIdsWithAPrefix) {
    const auto have = [](const std::vector<std::string_view>& cells) { return haveAmounts(cells, "|"); };
    EXPECT_TRUE(have({"Bread:2|Milk:1", "Milk:2|Eggs:10", "Bread:1|Tea:1|Eggs:6"}));
    EXPECT_FALSE(have({"item:6|item:17", "item:2|item:6", "item:40|item:3"}));
    std::vector<std::string> ids;  // one id of each shop, so that no name is repeated in a cell
    for (int i = 0; i < 30; ++i) ids.push_back(fmt::format("epic:{}|gog:{}|steam:{}", i, 7 * i, 3 * i));
    EXPECT_FALSE(have({ids.begin(), ids.end()}));
}

TEST(CellDivider, RemovesBracketsAndQuotes) {
    EXPECT_EQ(divided("[1, 2, 3]", ","), (Entries{"1", "2", "3"}));
    EXPECT_EQ(divided("{a,b}", ","), (Entries{"a", "b"}));
    EXPECT_EQ(divided("('a', 'b')", ", "), (Entries{"a", "b"}));
    EXPECT_EQ(divided("['Bread, white', 'Milk']", ", "), (Entries{"Bread, white", "Milk"}));
    EXPECT_EQ(divided(R"(["a \"b\" c", "\u00e9"])", ","), (Entries{"a \"b\" c", "é"}));
    EXPECT_EQ(divided("['Jack\\'s Ale', \"Jack's\"]", ","), (Entries{"Jack's Ale", "Jack's"}));
    EXPECT_EQ(divided("['a' 'b']", " "), (Entries{"a", "b"}));
    EXPECT_EQ(divided("[]", ","), Entries{});
}

TEST(CellDivider, KeepsBracketsAndQuotesThatEncloseNoEntry) {
    EXPECT_EQ(divided("(500) Days of Summer (2009)", ","), Entries{"(500) Days of Summer (2009)"});
    EXPECT_EQ(divided("'n Sync, Blur", ","), (Entries{"'n Sync", "Blur"}));
    EXPECT_EQ(divided("\"Heroes\" by Bowie, Blur", ","), (Entries{"\"Heroes\" by Bowie", "Blur"}));
    EXPECT_EQ(divided("[REC], [REC] 2", ","), (Entries{"[REC]", "[REC] 2"}));
}

using ItemListsTest = ImporterTest;

/// A table of 30 baskets, five for each of six users. A basket has one to four of the five goods: 73 entries in all.
std::string baskets(const char* separator) {
    static constexpr const char* kGoods[] = {"Bread", "Milk", "Eggs", "Beer", "Tea"};
    std::string text = "user,date,items\n";
    for (int line = 0; line < 30; ++line) {
        text += fmt::format("u{},2020-01-{:02},\"", line % 6, 1 + line / 6);
        for (int i = 0; i <= line % 4; ++i) text += fmt::format("{}{}", i > 0 ? separator : "", kGoods[(line + i) % 5]);
        text += "\"\n";
    }
    return text;
}

TEST_F(ItemListsTest, TheItemsOfACellAreOneOrder) {
    const ImportResult result = import(m_folder.write("baskets.csv", baskets(", ")));
    EXPECT_EQ(result.dataset.items, 5);
    EXPECT_EQ(result.dataset.interactions, 73);
    EXPECT_EQ(result.report.orders, 30);
    EXPECT_NE(result.report.toText().find(R"("items" holds lists, separated by ", ": each entry is one interaction)"),
              std::string::npos)
        << result.report.toText();
    expectEveryRowAccounted(result.report);
}

TEST_F(ItemListsTest, StoredSettingsRepeatTheImport) {
    const fs::path file = m_folder.write("baskets.csv", baskets("/"));
    ImportOptions options = optionsFor(file);
    options.itemSeparator = "/";
    const ImportResult first = import(options);
    EXPECT_EQ(first.dataset.interactions, 73);
    ImportOptions stored = ImportOptions::fromJson(first.dataset.settings);
    EXPECT_EQ(stored.itemSeparator, "/");
    EXPECT_EQ(stored.columns.text(), "user=1,item=3,time=2,order=4");
    stored.name = "again";
    EXPECT_EQ(import(stored).dataset.interactions, 73);
}

TEST_F(ItemListsTest, SettingsOfEarlierVersionsMeanWholeCells) {
    ImportOptions options;
    std::string json = options.toJson();
    const std::string key = "\"item_separator\":\"\",";
    ASSERT_NE(json.find(key), std::string::npos) << json;
    json.erase(json.find(key), key.size());
    EXPECT_EQ(ImportOptions::fromJson(json).itemSeparator, kWholeItems);
}

TEST_F(ItemListsTest, WholeCellsAreKeptIfChosen) {
    ImportOptions options = optionsFor(m_folder.write("baskets.csv", baskets(", ")));
    options.itemSeparator = kWholeItems;
    EXPECT_EQ(import(options).dataset.interactions, 30);
    EXPECT_EQ(previewImport(options).itemSeparator, "");
}

TEST_F(ItemListsTest, ThePreviewShowsTheEntriesAndTheirLines) {
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("baskets.csv", baskets("|"))));
    EXPECT_EQ(preview.itemSeparator, "|");
    EXPECT_EQ(preview.header, (std::vector<std::string>{"user", "date", "items", "line"}));
    ASSERT_GE(preview.rows.size(), 3U);
    EXPECT_EQ(preview.rows[1], (std::vector<std::string>{"u1", "2020-01-01", "Milk", "2"}));
    EXPECT_EQ(preview.rows[2], (std::vector<std::string>{"u1", "2020-01-01", "Eggs", "2"}));
    EXPECT_EQ(preview.columns.order, "4");
}

TEST_F(ItemListsTest, UncertainSeparatorsAreOfferedAsAlternatives) {
    const fs::path file = m_folder.write("few.csv",
                                         "user,date,items\nann,2020-01-01,\"Bread, Milk\"\nbob,2020-01-02,"
                                         "\"Eggs, Milk, Tea\"\nann,2020-01-03,\"Beer, Bread\"\n");
    const ImportPreview preview = previewImport(optionsFor(file));
    ASSERT_EQ(preview.alternatives.size(), 2U);
    EXPECT_EQ(preview.alternatives[0].itemSeparator, kWholeItems);
    EXPECT_EQ(preview.alternatives[1].option(), "--item-separator \", \"");
    ImportOptions options = optionsFor(file);
    options.itemSeparator = ", ";
    EXPECT_EQ(historyOf(import(options), "ann"), "Bread Milk Beer Bread");
}

TEST_F(ItemListsTest, ListsOfStringsInJsonObjectsAreDivided) {
    std::string text;
    const std::string table = baskets(", ");
    for (std::size_t begin = table.find('\n') + 1; begin < table.size();) {
        const std::size_t end = table.find('\n', begin);
        const std::string line = table.substr(begin, end - begin);
        const std::size_t first = line.find(','), second = line.find(',', first + 1);
        text += fmt::format(R"({{"user":"{}","date":"{}","items":{}}})", line.substr(0, first),
                            line.substr(first + 1, second - first - 1), line.substr(second + 1)) +
                "\n";
        begin = end + 1;
    }
    const ImportResult result = import(m_folder.write("baskets.jsonl", text));
    EXPECT_EQ(result.dataset.interactions, 73);
    EXPECT_EQ(result.report.orders, 30);
}

TEST_F(ItemListsTest, RowsWithListsOfDifferentLengthsAreDamaged) {
    std::string text = "user,date,items,rating\n";
    for (int line = 0; line < 30; ++line)
        text += fmt::format("u{},2020-01-{:02},a{}|b{}|c,{}\n", line % 6, 1 + line / 6, line % 3, line % 4,
                            line == 7 ? "5|4" : "3|4|5");
    ImportOptions options = optionsFor(m_folder.write("rated.csv", text));
    options.itemSeparator = "|";
    const ImportResult result = import(options);
    EXPECT_EQ(result.dataset.interactions, 87);
    EXPECT_EQ(result.report.rowsDamaged, 1);
    EXPECT_EQ(result.report.maxDropped(), "lists of different lengths");
}

}  // namespace
}  // namespace recscope
