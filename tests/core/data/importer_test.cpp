// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/importer.h"

#include <fmt/format.h>

#include <sstream>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

TEST_F(ImporterTest, ReadsUDataAndOrdersItByTimeThenRow) {
    m_folder.write("u.item", "10|Ten|||||\n");
    const auto result = import(m_folder.write("u.data",
                                              "7\t30\t3\t881250949\n"
                                              "7\t10\t5\t881250900\n"
                                              "8\t10\t1\t881250949\n"
                                              "7\t20\t4\t881250949\n"));
    EXPECT_EQ(result.dataset.format, "movielens-100k");
    EXPECT_EQ(historyOf(result, "7"), "10 30 20");
    EXPECT_EQ(result.report.tiedTimes, 1);
    EXPECT_EQ(result.report.usersWithFewerThanThree, 1);
    EXPECT_EQ(m_store.userById(result.dataset.id, "7").user, 0);  // numbered by first appearance in the file
    EXPECT_EQ(m_store.items(result.dataset.id)[0].id, "30");
    EXPECT_EQ(m_store.history(result.dataset.id, 0)[0].rating, 5);
    EXPECT_EQ(m_store.history(result.dataset.id, 0)[0].time, 881250900);
    expectEveryRowAccounted(result.report);
}

TEST_F(ImporterTest, ReadsRatingsDatWithTitlesAndIdsAsText) {
    m_folder.write("movies.dat", "0120735::Caf\xE9 (1998)::Comedy\n");
    const auto result = import(m_folder.write("ratings.dat", "1::0120735::8::1363245118\n1::120735::9::1363245200\n"));
    EXPECT_EQ(result.dataset.format, "movielens-dat");
    const auto items = m_store.items(result.dataset.id);
    ASSERT_EQ(items.size(), 2u);
    EXPECT_EQ(items[0].title, "Café (1998)");
    EXPECT_EQ(items[1].title, "120735");
    EXPECT_EQ(result.report.itemsWithoutTitle, 1);
    EXPECT_EQ(result.report.itemsEncoding, "windows-1252");
}

TEST_F(ImporterTest, ItemsCarryTheirMostFrequentTags) {
    m_folder.write("movies.csv", "movieId,title,genres\n1,A,Drama\n");
    m_folder.write(
        "tags.csv",
        "userId,movieId,tag,timestamp\n"
        "7,1,zest,1\n7,1,Pixar,1\n8,1,pixar ,1\n7,1,a|b,1\n7,1,\"two\nlines\",1\n8,1,CAF\xC3\x89,1\n7,1,sixth,1\n"
        "8,1,caf\xE9,1\n7,1,,1\n7,1\n7,99,elsewhere,1\n");
    const auto result = import(
        m_folder.write("ratings.csv", "userId,movieId,rating,timestamp\n1,1,4.0,964982703\n1,2,4.0,964982704\n"));
    const auto items = m_store.items(result.dataset.id);
    EXPECT_EQ(items[0].tags, "café|pixar|a/b|sixth|two lines");
    EXPECT_EQ(items[1].tags, "");
    EXPECT_EQ(result.report.tagsPath, m_folder / "tags.csv");
    EXPECT_EQ(result.report.itemsWithTags, 1);
}

TEST_F(ImporterTest, ReadsTheTagsOfMovieLens10M) {
    m_folder.write("movies.dat", "1::A::Drama\n");
    m_folder.write("tags.dat", "15::1::excellent!::1215184630\n");
    const auto result = import(m_folder.write("ratings.dat", "1::1::5::838985046\n1::2::5::838983525\n"));
    EXPECT_EQ(m_store.items(result.dataset.id)[0].tags, "excellent!");
}

TEST_F(ImporterTest, ReadsSasrecTextInTheOrderOfTheFile) {
    m_folder.write("items.csv", "item,title,genres\n3,Three,Drama\n1,\"One, again\",\n");
    const auto result = import(m_folder.write("games.txt", "1 3\n1 1\n2 1\n1 2"));
    EXPECT_EQ(result.dataset.name, "games");
    EXPECT_EQ(result.dataset.format, "sasrec-text");
    EXPECT_FALSE(result.dataset.hasTimes);
    EXPECT_EQ(historyOf(result, "1"), "3 1 2");
    EXPECT_EQ(m_store.items(result.dataset.id)[1].title, "One, again");
}

TEST_F(ImporterTest, ReadsCsvByItsHeader) {
    const auto result = import(m_folder.write("r.csv",
                                              "\xEF\xBB\xBFtimestamp,movieId,userId,rating\r\n"
                                              "964982703,1,\"u,1\",4.0\r\n"
                                              "964982700,2,\"u,1\",3.5\r\n"));
    EXPECT_EQ(historyOf(result, "u,1"), "2 1");
    EXPECT_EQ(m_store.history(result.dataset.id, 0)[0].rating, 3.5);
}

TEST_F(ImporterTest, ReadsRecBoleHeaders) {
    const auto result = import(
        m_folder.write("x.inter", "user_id:token\titem_id:token\ttimestamp:float\n196\t242\t881250949\n196\t7\t5.0\n"));
    EXPECT_EQ(historyOf(result, "196"), "7 242");
}

TEST_F(ImporterTest, ReadsAnySeparatorAndTextDates) {
    const auto result = import(m_folder.write("x.txt", "anna;b1;2019-03-02\nanna;b2;2018-03-02\nbert;b1;2018-01-01\n"));
    EXPECT_EQ(historyOf(result, "anna"), "b2 b1");
    ImportOptions options = optionsFor(m_folder.write("y.txt", "a=>x\na=>y\n"));
    options.delimiter = "=>";
    EXPECT_EQ(historyOf(import(options), "a"), "x y");
}

TEST_F(ImporterTest, MillisecondsDecideTheOrder) {
    const auto result = import(m_folder.write("m.csv", "user,item,timestamp\na,x,1513541700900\na,y,1513541700100\n"));
    EXPECT_EQ(historyOf(result, "a"), "y x");
    EXPECT_EQ(m_store.history(result.dataset.id, 0)[0].time, 1513541700);
}

TEST_F(ImporterTest, ChosenColumnsTakePrecedence) {
    ImportOptions options =
        optionsFor(m_folder.write("amazon.csv", "B1,anna,5.0,1005177600\nB2,anna,4.0,1005177500\n"));
    options.columns = ColumnMapping::parse("user=2,item=1,time=4,rating=3");
    EXPECT_EQ(historyOf(import(options), "anna"), "B2 B1");
    options.path = m_folder.write("named.csv", "what,who\nx,u1\ny,u1\n");
    options.columns = ColumnMapping::parse("user=who,item=what");
    EXPECT_EQ(historyOf(import(options), "u1"), "x y");
}

TEST_F(ImporterTest, AFormatCanBeChosen) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.format = "delimited";
    EXPECT_EQ(import(options).dataset.format, "delimited");
    options.format = "movielens-dat";
    options.name = "again";
    EXPECT_ERROR(import(options), ErrorKind::Input, "not in the format");
    options.format = "parquet";
    EXPECT_ERROR(import(options), ErrorKind::Usage, "no format named \"parquet\"");
}

TEST_F(ImporterTest, Latin1IdsBecomeUtf8) {
    const auto result = import(m_folder.write("l.csv", "user,item\nJos\xE9,x\nJos\xE9,y\n"));
    EXPECT_EQ(result.report.encoding, "windows-1252");
    EXPECT_EQ(historyOf(result, "José"), "x y");
}

TEST_F(ImporterTest, TheFileInAGivenFolderIsImported) {
    fs::create_directories(m_folder / "ml");
    m_folder.write("ml/ratings.dat", "1::2::3::978300760\n1::3::3::978300761\n");
    m_folder.write("ml/users.dat", "1::F::1::10::48067\n");
    EXPECT_EQ(import(m_folder / "ml").dataset.name, "ml");
    fs::create_directories(m_folder / "games");
    m_folder.write("games/games.txt", "1 2\n1 3\n");
    m_folder.write("games/other.txt", "1 2\n1 3\n");
    m_folder.write("games/items.csv", "item,title\n2,Two\n");
    EXPECT_EQ(import(m_folder / "games").dataset.name, "games");
}

TEST_F(ImporterTest, WholeNumbersWithADecimalPointAreTheSameIds) {
    m_folder.write("items.csv", "id,title\n205,Two hundred\n");
    const auto result = import(m_folder.write("f.csv", "user,item\n1.0,205.0\n1,206\n2,205\n"));
    EXPECT_EQ(result.dataset.users, 2);
    EXPECT_EQ(historyOf(result, "1"), "205 206");
    EXPECT_EQ(m_store.items(result.dataset.id)[0].title, "Two hundred");
    const auto versions = import(m_folder.write("v.csv", "user,item\na,1.0\na,1\na,1.5\n"));
    EXPECT_EQ(versions.dataset.items, 3);  // 1.5 is not a whole number: all ids stay text
}

TEST_F(ImporterTest, TheChosenTimeFormatIsUsed) {
    ImportOptions options = optionsFor(m_folder.write("t.csv", "user,item,timestamp\na,x,2000\na,y,1000\n"));
    options.timeFormat = TimeFormat::Milliseconds;
    EXPECT_EQ(m_store.history(import(options).dataset.id, 0)[1].time, 2);
    options.name = "seconds";
    options.timeFormat = TimeFormat::Seconds;
    EXPECT_EQ(m_store.history(import(options).dataset.id, 0)[1].time, 2000);
    options.timeFormat = TimeFormat::Date;
    EXPECT_ERROR(countImport(options, {}, {}), ErrorKind::Input, "for example \"1000\"");
}

/// Rows of 60 users, 20 each, in descending time; `last` is appended.
std::string userByUser(const std::string& last) {
    std::string bytes = "user,item,rating,timestamp\n";
    for (int i = 0; i < 1200; ++i) {
        bytes += fmt::format("u{},i{},{},{}\n", i / 20, i * 7 % 90, i % 5 + 1, 900'000'000 - i / 3);
    }
    return bytes + last;
}

TEST_F(ImporterTest, AFileGroupedByUserGivesTheSameHistoriesAsMixedRows) {
    const auto together = import(m_folder.write("together.csv", userByUser("")));
    std::vector<std::string> lines;
    std::string line;
    for (std::istringstream stream(userByUser("")); std::getline(stream, line);) lines.push_back(line);
    std::string interleaved = lines[0] + "\n";
    for (std::size_t row = 0; row < 20; ++row) {  // the first row of each user, then the second row of each, …
        for (std::size_t user = 0; user < 60; ++user) interleaved += lines[1 + user * 20 + row] + "\n";
    }
    const auto mixed = import(m_folder.write("mixed.csv", interleaved));
    EXPECT_EQ(together.dataset.interactions, 1200);
    EXPECT_EQ(together.report.tiedTimes, mixed.report.tiedTimes);
    EXPECT_GT(together.report.tiedTimes, 100);
    EXPECT_EQ(together.dataset.repeatShare, mixed.dataset.repeatShare);
    for (int user = 0; user < 60; ++user) {
        const std::string id = fmt::format("u{}", user);
        EXPECT_EQ(historyOf(together, id), historyOf(mixed, id)) << id;
        EXPECT_EQ(m_store.userById(together.dataset.id, id).firstTime,
                  m_store.userById(mixed.dataset.id, id).firstTime);
    }
}

TEST_F(ImporterTest, AUserWhoReturnsAtTheEndOfTheFileIsStillOneUser) {
    const auto result = import(m_folder.write("a.csv", userByUser("u0,late,5,999999999\nu59,later,5,999999999\n")));
    EXPECT_EQ(result.dataset.users, 60);
    EXPECT_EQ(result.report.rowsRead, 1202);
    EXPECT_EQ(m_store.userById(result.dataset.id, "u0").length, 21);
    EXPECT_TRUE(historyOf(result, "u0").ends_with(" late"));
    EXPECT_EQ(m_store.list().size(), 1u);
    EXPECT_EQ(m_workspace.connection().database.execAndGet("SELECT count(*) FROM interaction").getInt(), 1202);
}

TEST_F(ImporterTest, ForeignKeysAreCheckedAgainAfterAnImport) {
    import(m_folder.write("a.txt", "1 2\n1 3\n"));
    EXPECT_EQ(m_workspace.connection().database.execAndGet("PRAGMA foreign_keys").getInt(), 1);
    EXPECT_ERROR(import(m_folder.write("b.txt", "1 2\n2 3\n")), ErrorKind::Input, "more than one interaction");
    EXPECT_EQ(m_workspace.connection().database.execAndGet("PRAGMA foreign_keys").getInt(), 1);
}

}  // namespace
}  // namespace recscope
