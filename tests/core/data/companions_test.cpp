// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which files with titles or users are found in the folder of the interactions: only those whose ids match.
#include <fmt/format.h>

#include "core/store/user_attribute_store.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

class CompanionsTest : public ImporterTest {
protected:
    void SetUp() override {
        std::string text = "user_id,item_id,timestamp\n";
        for (int user = 1; user <= 20; ++user)
            for (int item = 0; item < 5; ++item)
                text += fmt::format("c{},i{},{}\n", user, (user + item) % 10, 1700000000 + 100 * user + item);
        m_folder.write("events.csv", text);
    }
    void writeTitles(const std::string& name, const std::string& idPrefix) {
        std::string text = "item_id,title\n";
        for (int item = 0; item < 10; ++item) text += fmt::format("{}{},Title of item {}\n", idPrefix, item, item);
        m_folder.write(name, text);
    }
    void writeUsers(const std::string& name, const std::string& idPrefix, const std::string& delimiter = ",") {
        std::string text = fmt::format("id{0}segment{0}age\n", delimiter);
        for (int user = 1; user <= 20; ++user)
            text +=
                fmt::format("{1}{2}{0}{3}{0}{4}\n", delimiter, idPrefix, user, user % 3 ? "Silver" : "Gold", 20 + user);
        m_folder.write(name, text);
    }
    ImportPreview preview() { return previewImport(optionsFor(m_folder / "events.csv")); }
};

TEST_F(CompanionsTest, FilesWithTheSameIdsAreUsed) {
    writeTitles("items.csv", "i");
    writeUsers("customers.csv", "c");
    const ImportPreview shown = preview();
    EXPECT_EQ(shown.titles.sentence, "10 of 10 items match");
    EXPECT_EQ(shown.users.sentence, "20 of 20 users match");
    EXPECT_TRUE(shown.titles.isTaken);
    EXPECT_TRUE(shown.users.isTaken);
    EXPECT_EQ(fs::path(shown.usersPath), m_folder / "customers.csv");
    const ImportResult result = import(m_folder / "events.csv");
    EXPECT_EQ(result.report.userAttributes, (std::vector<std::string>{"segment", "age"}));
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
}

TEST_F(CompanionsTest, FilesWithOtherIdsAreReportedBeforeTheImport) {
    writeTitles("items.csv", "other");
    writeUsers("users.csv", "other");
    const ImportPreview shown = preview();
    EXPECT_EQ(shown.titles.sentence, "0 of 10 items match");
    EXPECT_EQ(shown.users.sentence, "0 of 20 users match");
    EXPECT_FALSE(shown.titles.isTaken);
    EXPECT_FALSE(shown.users.isTaken);
    EXPECT_TRUE(shown.itemsPath.empty());
    EXPECT_TRUE(shown.usersPath.empty());
    const ImportResult result = import(m_folder / "events.csv");
    EXPECT_EQ(result.report.itemsWithoutTitle, 10);
    EXPECT_TRUE(UserAttributeStore(m_workspace).list(result.dataset.id).empty());
    EXPECT_NE(result.report.toText().find("Titles were not read from items.csv. 0 of 10 items match."),
              std::string::npos)
        << result.report.toText();
}

TEST_F(CompanionsTest, TheSearchContinuesAfterAFileThatDoesNotMatch) {
    writeUsers("users.csv", "other");
    writeUsers("Clients.tsv", "c", "\t");
    const ImportPreview shown = preview();
    EXPECT_EQ(fs::path(shown.usersPath), m_folder / "Clients.tsv");
    EXPECT_TRUE(shown.users.isTaken);
}

TEST_F(CompanionsTest, ATableNamedAfterTheItemsWinsThenTheOneWithTheMostIds) {
    std::string text = "item_id,title\n", part = "item_id,title\n";
    for (int item = 0; item < 10; ++item) {
        text += fmt::format("i{},All {}\n", item, item);
        if (item % 2 == 0) part += fmt::format("i{},Some {}\n", item, item);
    }
    m_folder.write("half.csv", part);
    m_folder.write("whole.csv", text);
    EXPECT_EQ(fs::path(preview().itemsPath), m_folder / "whole.csv");
    writeTitles("item_list.csv", "i");
    EXPECT_EQ(fs::path(preview().itemsPath), m_folder / "item_list.csv");
}

TEST_F(CompanionsTest, ATableWithRepeatedIdsIsNotUsedWhateverItsName) {
    std::string text = "item_id,title\n";
    for (int row = 0; row < 30; ++row) text += fmt::format("i{},Module {}\n", row % 10, row);
    m_folder.write("modules.csv", text);
    const ImportPreview shown = preview();
    EXPECT_TRUE(shown.itemsPath.empty());
    EXPECT_TRUE(shown.titles.path.empty()) << shown.titles.sentence;  // no remark: nobody expects this table to be used
}

TEST_F(CompanionsTest, AFolderWithVeryManyFilesIsNotSearched) {
    writeTitles("things.csv", "i");
    EXPECT_EQ(fs::path(preview().itemsPath), m_folder / "things.csv");
    for (int file = 0; file < 1000; ++file) m_folder.write(fmt::format("page{}.csv", file), "item_id,title\ni1,A\n");
    EXPECT_TRUE(preview().itemsPath.empty());
    writeTitles("items.csv", "i");
    EXPECT_EQ(fs::path(preview().itemsPath), m_folder / "items.csv");
}

TEST_F(CompanionsTest, AKeyOfAnotherNameIsReportedWithTheOptionThatUsesIt) {
    std::string text = "user_id,course_id,timestamp\n";
    for (int user = 1; user <= 20; ++user)
        for (int item = 1; item <= 5; ++item)
            text += fmt::format("{},{},{}\n", user, (user + item) % 10 + 1, 1700000000 + 100 * user + item);
    m_folder.write("events.csv", text);
    text = "movie_id,title\n";
    for (int film = 1; film <= 40; ++film) text += fmt::format("{},Film {}\n", film, film);
    m_folder.write("movies.csv", text);
    const ImportPreview shown = preview();
    EXPECT_FALSE(shown.titles.isTaken);
    EXPECT_EQ(shown.titles.sentence,
              "10 of 10 items match, but its ids are in \"movie_id\", not in \"course_id\": to use it, choose "
              "it as the titles file (--items) if the ids are the same");
    ImportOptions options = optionsFor(m_folder / "events.csv");
    options.itemsPath = m_folder / "movies.csv";
    EXPECT_EQ(import(options).report.itemsWithoutTitle, 0);
}

TEST_F(CompanionsTest, AUsersFileWithAnyNameCanBeChosen) {
    writeUsers("who bought.csv", "c");
    ImportOptions options = optionsFor(m_folder / "events.csv");
    options.usersPath = m_folder / "who bought.csv";
    EXPECT_EQ(previewImport(options).users.sentence, "20 of 20 users match");
    EXPECT_EQ(import(options).report.usersDescribed, 20);
}

TEST_F(CompanionsTest, AChosenFileWithOtherIdsIsReportedBeforeTheImport) {
    writeUsers("people.csv", "other");
    ImportOptions options = optionsFor(m_folder / "events.csv");
    options.usersPath = m_folder / "people.csv";
    const ImportPreview shown = previewImport(options);
    EXPECT_EQ(shown.users.sentence, "0 of 20 users match");
    EXPECT_EQ(fs::path(shown.usersPath), m_folder / "people.csv");
}

}  // namespace
}  // namespace recscope
