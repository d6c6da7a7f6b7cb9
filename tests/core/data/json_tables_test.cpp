// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/json_tables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using Names = std::vector<std::string>;

std::string linesOf(const std::string& json, const std::string& path, JsonTable table) {
    return readUpTo(*rowsOfJson(sourceOf(json), path, table), 1 << 20);
}

TEST(JsonTables, EntriesOfADictionaryBecomeLines) {
    EXPECT_EQ(linesOf("{\"1\": {\"a\": 5},\n \"2\": {\n\"b\": [1,\n2]}, \"3\": {}, \"4\": null}", "", JsonTable::Rows),
              "{\"key\": \"1\", \"a\": 5}\n{\"key\": \"2\", \"b\": [1, 2]}\n{\"key\": \"3\"}\n"
              "{\"key\": \"4\", \"values\": null}\n");
    EXPECT_EQ(linesOf("{7: ['a', \"it's\"], 'u}': []}", "", JsonTable::Lists),
              "{\"key\": 7, \"values\": ['a', \"it's\"]}\n{\"key\": 'u}', \"values\": []}\n");
    EXPECT_EQ(linesOf(R"({"u": {"a": 5, "b": {"r": 3}, "c": [1]}, "v": {}})", "", JsonTable::Pairs),
              "{\"key\": \"u\", \"values\": [{\"key\": \"a\", \"number\": 5}, {\"key\": \"b\", \"r\": 3}, "
              "{\"key\": \"c\", \"values\": [1]}]}\n{\"key\": \"v\", \"values\": []}\n");
}

TEST(JsonTables, ATableUnderAPathIsReadAndNothingElse) {
    const std::string json =
        R"({"x": {"t": [{"a": 1}]}, "s": {"t": [{"b": "]}"}, 7, {"c": 3}], "u": 1}, "t": [{"d": 4}]})";
    EXPECT_EQ(linesOf(json, "s/t", JsonTable::Rows), "{\"b\": \"]}\"}\n7\n{\"c\": 3}\n");
    EXPECT_EQ(linesOf(json, "t", JsonTable::Rows), "{\"d\": 4}\n");
    EXPECT_EQ(linesOf(json, "u", JsonTable::Rows), "");
}

TEST(JsonTables, DamagedTextIsReadToItsEnd) {
    const std::string json = R"({"s": {"t": {"1": {"b": "]}"}, "2": {"a": [1, {"c": 2}]}}}, "v": {"x": {"y": 1}}})";
    for (std::size_t size = 0; size < json.size(); ++size) {
        for (const JsonTable table : {JsonTable::Rows, JsonTable::Lists, JsonTable::Pairs}) {
            for (const char* path : {"", "s", "s/t"}) {
                EXPECT_LE(linesOf(json.substr(0, size), path, table).size(), 3 * json.size());
                EXPECT_LE(linesOf(json.substr(size), path, table).size(), 3 * json.size());
            }
        }
        JsonOutliner outliner;
        outliner.take(json.substr(size));
        EXPECT_LE(tablesBelow(outliner.outline()).size(), 2U);
    }
}

TEST(JsonTables, RecognisesDictionaries) {
    EXPECT_EQ(dictionaryIn(R"({"0": [5, 6], "1": [7], "2": [)"), JsonTable::Lists);
    EXPECT_EQ(dictionaryIn(R"({"0": [5, 6)"), std::nullopt);  // more of the text is needed
    EXPECT_EQ(dictionaryIn(R"({"a": {"film": 5, "book": 3}, "b": {"film": 4, "game": 1}})"), JsonTable::Pairs);
    EXPECT_EQ(dictionaryIn(R"({"-N1": {"user": "a", "item": 5}, "-N2": {"user": "b", "item": 4}})"), JsonTable::Rows);
    for (const char* other :
         {R"({"user": 1, "item": 2})", "{\"user\": [1]}\n{\"user\": [2]}\n", R"({"user": [1, 2], "item": [3, 4]})",
          R"({"a": [[1, 2]], "b": [[3, 4]]})", R"([{"a": 1}])", "user,item\n1,2\n", ""})
        EXPECT_EQ(dictionaryIn(other), std::optional(JsonTable::None)) << other;
}

using JsonTablesImportTest = ImporterTest;

TEST_F(JsonTablesImportTest, NamesTheTablesOfOneObject) {
    const auto tablesOf = [&](const std::string& json) { return jsonTables(m_folder.write("x.json", json)); };
    EXPECT_EQ(
        tablesOf(R"({"v": 1, "users": [{"id": 1}], "app": {"events": {"1": {"u": 1}, "2": {"u": 2}}, "n": [1]}})"),
        (Names{"users", "app/events"}));
    EXPECT_EQ(tablesOf(R"({"user": "a", "events": [{"item": 1}, {"item": 2}]})"), Names());  // one history
    EXPECT_EQ(tablesOf("{\"a\": [{\"b\": 1}]}\n{\"a\": [{\"b\": 2}]}\n"), Names());          // lines
    EXPECT_EQ(tablesOf(R"({"0": [5, 6], "1": [7]})"), Names());                              // one table
    EXPECT_EQ(tablesOf("user,item\n1,2\n"), Names());
}

TEST_F(JsonTablesImportTest, AListOfUsersForEachItemIsReadAsChosen) {
    std::string json;
    for (int item = 0; item < 20; ++item)
        json += fmt::format("{}\"i{}\": [\"u{}\", \"u{}\", \"u{}\"]", item == 0 ? "{" : ", ", item, item % 5,
                            5 + item % 3, 8 + item % 7);
    ImportOptions options = optionsFor(m_folder.write("readers.json", json + "}"));
    options.columns = ColumnMapping::parse("user=values[],item=key");
    const ImportResult result = import(options);
    EXPECT_EQ(result.dataset.items, 20);
    EXPECT_EQ(result.dataset.users, 15);
    EXPECT_EQ(historyOf(result, "u0"), "i0 i5 i10 i15");
}

TEST_F(JsonTablesImportTest, AnUnknownTableIsRefusedWithTheNamesOfTheOthers) {
    ImportOptions options =
        optionsFor(m_folder.write("db.json", R"({"users": [{"id": 1}], "ratings": [{"user": 1, "item": 2}]})"));
    options.member = "movies";
    EXPECT_ERROR(import(options), ErrorKind::Input, "has no table named \"movies\"");
}

}  // namespace
}  // namespace recscope
