// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/importer.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <numeric>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/line_reader.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

class ImporterTest : public testing::Test {
protected:
    ImportResult import(const ImportOptions& options) { return importDataset(m_workspace, options, {}, {}); }
    ImportResult import(const fs::path& path) {
        ImportOptions options;
        options.path = path;
        return import(options);
    }
    ImportOptions optionsFor(const fs::path& path) {
        ImportOptions options;
        options.path = path;
        return options;
    }
    /// Item ids of a user's history, joined by spaces.
    std::string historyOf(const ImportResult& result, const std::string& userId) {
        const auto items = m_store.items(result.dataset.id);
        std::string text;
        for (const Interaction& one :
             m_store.history(result.dataset.id, m_store.userById(result.dataset.id, userId).user)) {
            text += (text.empty() ? "" : " ") + items[static_cast<std::size_t>(one.token - 1)].id;
        }
        return text;
    }
    void expectNothingStored() {
        EXPECT_TRUE(m_store.list().empty());
        for (const char* table : {"user", "item", "interaction"}) {
            const auto count =
                m_workspace.connection().database.execAndGet(std::string("SELECT count(*) FROM ") + table);
            EXPECT_EQ(count.getInt(), 0) << table;
        }
    }
    static void expectEveryRowAccounted(const ImportReport& report) {
        EXPECT_EQ(report.rowsRead, report.rowsKept + report.droppedRows());
    }

    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "w.recscope");
    DatasetStore m_store{m_workspace};
};

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
    EXPECT_EQ(result.report.usersUnderThree, 1);
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
    EXPECT_EQ(result.report.itemsEncoding, "ISO-8859-1");
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

TEST_F(ImporterTest, ThePersonsColumnsWin) {
    ImportOptions options =
        optionsFor(m_folder.write("amazon.csv", "B1,anna,5.0,1005177600\nB2,anna,4.0,1005177500\n"));
    options.columns = ColumnMapping::parse("user=2,item=1,time=4,rating=3");
    EXPECT_EQ(historyOf(import(options), "anna"), "B2 B1");
    options.path = m_folder.write("named.csv", "what,who\nx,u1\ny,u1\n");
    options.columns = ColumnMapping::parse("user=who,item=what");
    EXPECT_EQ(historyOf(import(options), "u1"), "x y");
}

TEST_F(ImporterTest, ColumnsThatDoNotExistAreASentence) {
    ImportOptions options = optionsFor(m_folder.write("a.csv", "user,item\na,x\n"));
    options.columns = ColumnMapping::parse("user=user,item=film");
    EXPECT_ERROR(import(options), ErrorKind::Usage, "no column \"film\"");
    options.columns = ColumnMapping::parse("user=1,item=3");
    EXPECT_ERROR(import(options), ErrorKind::Usage, "no column \"3\"");
    options.columns = ColumnMapping::parse("user=1");
    EXPECT_ERROR(import(options), ErrorKind::Usage, "both needed");
    EXPECT_ERROR(ColumnMapping::parse("user"), ErrorKind::Usage, "\"user\"");
    EXPECT_ERROR(ColumnMapping::parse("film=1"), ErrorKind::Usage, "film=1");
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
    EXPECT_EQ(result.report.encoding, "ISO-8859-1");
    EXPECT_EQ(historyOf(result, "José"), "x y");
}

TEST_F(ImporterTest, FiltersDropAndCountRows) {
    ImportOptions options = optionsFor(m_folder.write("f.csv",
                                                      "user,item,rating\n"
                                                      "a,x,5\na,y,4\na,z,2\n"
                                                      "b,x,4\nb,y,5\n"
                                                      "c,x,5\nc,w,5\nc,v,\n"));
    options.minRating = 4;
    options.minItemInteractions = 2;
    options.minUserInteractions = 2;
    const auto result = import(options);
    EXPECT_EQ(result.dataset.users, 2);
    EXPECT_EQ(result.dataset.items, 2);
    EXPECT_EQ(result.report.rowsRead, 8);
    ASSERT_EQ(result.report.dropped.size(), 4u);
    EXPECT_EQ(result.report.dropped[0].reason, "rating below 4");
    EXPECT_EQ(result.report.dropped[1].reason, "no rating");
    EXPECT_EQ(result.report.dropped[2].reason, "item with fewer than 2 interactions");
    EXPECT_EQ(result.report.dropped[2].firstLines, (std::vector<std::int64_t>{8}));
    EXPECT_EQ(result.report.dropped[3].reason, "user with fewer than 2 interactions");
    expectEveryRowAccounted(result.report);
}

TEST_F(ImporterTest, AFilterOnRatingsThatAreNotThereIsRefused) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.minRating = 4;
    EXPECT_ERROR(import(options), ErrorKind::Usage, "has no ratings");
}

TEST_F(ImporterTest, FiltersThatLeaveNothingAreASentence) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.minUserInteractions = 100;
    EXPECT_ERROR(import(options), ErrorKind::Input, "No interaction of a.txt is left");
    expectNothingStored();
}

TEST_F(ImporterTest, AFewDamagedRowsAreCountedByReason) {
    std::string good;
    for (int i = 0; i < 9; ++i) good += "b,x" + std::to_string(i) + ",5,100000002\n";
    const auto result = import(m_folder.write("d.csv",
                                              "user,item,rating,timestamp\n"
                                              "a,x,5,100000001\n"
                                              "a\n"
                                              ",x,5,100000001\n"
                                              "a,,5,100000001\n"
                                              "\n"
                                              "a,y,good,100000001\n"
                                              "a,y,5,soon\n"
                                              "a,\"y,5,100000001\n" +
                                                  good));
    std::vector<std::string> reasons;
    for (const DroppedRows& rows : result.report.dropped) {
        reasons.push_back(rows.reason);
        EXPECT_EQ(rows.count, 1) << rows.reason;
    }
    EXPECT_EQ(reasons, (std::vector<std::string>{"too few fields", "no user", "no item", "empty line",
                                                 "the rating is not a number", "the time cannot be read",
                                                 "a quote is not closed"}));
    EXPECT_EQ(result.report.dropped[1].firstLines, (std::vector<std::int64_t>{4}));
    EXPECT_EQ(result.report.rowsKept, 10);
    expectEveryRowAccounted(result.report);
}

TEST_F(ImporterTest, ALineWithZeroBytesFarDownIsDamaged) {
    std::string bytes;
    for (int i = 0; i < 60000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    bytes += std::string("7 \0\0\n", 5);
    const auto result = import(m_folder.write("a.txt", bytes));
    ASSERT_EQ(result.report.dropped.size(), 1u);
    EXPECT_EQ(result.report.dropped[0].reason, "zero bytes in it");
    EXPECT_EQ(result.report.dropped[0].firstLines[0], 60001);
}

TEST_F(ImporterTest, HalfOfTheRowsDamagedStopsTheImportAndNamesThem) {
    EXPECT_ERROR(import(m_folder.write(
                     "u.data", "1\t2\t3\t881250949\nbroken\n1\t3\t3\t881250949\n1\t4\n1\t5\t3\t881250950\nx\n")),
                 ErrorKind::Input, "3 of the 6 rows of u.data cannot be read: too few fields (lines 2, 4 and 6)");
    expectNothingStored();
}

TEST_F(ImporterTest, UnusableFilesAreASentenceEach) {
    const auto refused = [&](const fs::path& path, const char* part) {
        EXPECT_ERROR(import(path), ErrorKind::Input, part);
    };
    refused(m_folder / "missing.csv", "There is no file");
    refused(m_folder.write("empty.csv", ""), "The file is empty");
    refused(m_folder.write("blank.csv", " \n\n"), "The file is empty");
    refused(m_folder.write("binary.dat", std::string("\x7F"
                                                     "ELF\0\0\1",
                                                     7)),
            "not text");
    refused(m_folder.write("a.zip", "PK\x03\x04stuff"), "a zip archive");
    refused(m_folder.write("a.gz", "\x1F\x8Bstuff"), "compressed with gzip");
    refused(m_folder.write("utf16.csv", std::string("\xFF\xFEu\0s\0", 6)), "UTF-16");
    refused(m_folder.write("a.json", "{\"user\": 1, \"item\": 2}\n"), "JSON");
    refused(m_folder.write("prose.txt", "Call me Ishmael.\nSome years ago, never mind how long\n"),
            "looks like interactions");
    refused(m_folder.write("titles.csv", "id,title\n1,A\n2,B\n"), "looks like interactions");
    refused(m_folder.write("movies.dat", "1::A (1995)::Drama\n2::B (1996)::Drama\n"), "more than one interaction");
    refused("", "No file was named");
    refused(m_folder.write("header.csv", "user,item\n"), "No interaction");
    expectNothingStored();
}

TEST_F(ImporterTest, AMissingTitlesFileIsASentence) {
    ImportOptions options = optionsFor(m_folder.write("a.txt", "1 2\n1 3\n"));
    options.itemsPath = m_folder / "none.csv";
    EXPECT_ERROR(import(options), ErrorKind::Input, "There is no file");
    expectNothingStored();
}

TEST_F(ImporterTest, ANameThatIsTakenIsASentence) {
    const auto path = m_folder.write("a.txt", "1 2\n1 3\n");
    import(path);
    EXPECT_ERROR(import(path), ErrorKind::Input, "already a dataset named \"a\"");
    EXPECT_EQ(m_store.list().size(), 1u);
}

TEST_F(ImporterTest, AFolderStandsForTheFileInside) {
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

TEST_F(ImporterTest, AFolderWithoutOrWithManyFilesIsASentence) {
    fs::create_directories(m_folder / "nothing");
    EXPECT_ERROR(import(m_folder / "nothing"), ErrorKind::Input, "holds no file with interactions");
    fs::create_directories(m_folder / "many");
    m_folder.write("many/a.txt", "1 2\n1 3\n");
    m_folder.write("many/b.txt", "1 2\n1 3\n");
    EXPECT_ERROR(import(m_folder / "many"), ErrorKind::Input, "more than one file");
}

TEST_F(ImporterTest, ThePreviewShowsWhatTheImportWillDo) {
    m_folder.write("movies.csv", "movieId,title,genres\n1,A,\n");
    std::string bytes = "userId,movieId,rating,timestamp\n";
    for (int i = 0; i < 50; ++i) bytes += "1," + std::to_string(i) + ",4.0,964982703\n";
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("ratings.csv", bytes)));
    EXPECT_EQ(preview.format, "delimited");
    EXPECT_EQ(preview.delimiter, ",");
    EXPECT_EQ(preview.header, (std::vector<std::string>{"userId", "movieId", "rating", "timestamp"}));
    EXPECT_EQ(preview.rows.size(), 20u);
    EXPECT_EQ(preview.columns.time, "4");
    EXPECT_EQ(fs::path(preview.itemsPath).filename(), "movies.csv");
    EXPECT_EQ(preview.suggestedName, m_folder.path().filename());
}

TEST_F(ImporterTest, ProgressComesInBothStages) {
    std::string bytes;
    for (int i = 0; i < 120000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    std::vector<Progress> told;
    importDataset(m_workspace, optionsFor(m_folder.write("a.txt", bytes)),
                  [&](const Progress& p) { told.push_back(p); }, {});
    ASSERT_GE(told.size(), 3u);
    EXPECT_EQ(told.front().unit, "bytes");
    EXPECT_EQ(told.front().total, static_cast<std::int64_t>(bytes.size()));
    EXPECT_EQ(told.back().unit, "rows");
    EXPECT_EQ(told.back().done, 120000);
}

TEST_F(ImporterTest, AStopInEitherStageLeavesTheWorkspaceAsItWas) {
    std::string bytes;
    for (int i = 0; i < 120000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    const auto options = optionsFor(m_folder.write("a.txt", bytes));
    for (const char* unit : {"bytes", "rows"}) {
        std::stop_source source;
        const auto stopAtUnit = [&](const Progress& progress) {
            if (progress.unit == unit) source.request_stop();
        };
        EXPECT_ERROR(importDataset(m_workspace, options, stopAtUnit, source.get_token()), ErrorKind::Cancelled,
                     "Stopped");
        expectNothingStored();
    }
}

TEST_F(ImporterTest, AKilledImportLeavesNoHalfDataset) {
    std::string bytes;
    for (int i = 0; i < 200000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    const auto options = optionsFor(m_folder.write("a.txt", bytes));
    const auto path = m_folder / "killed.recscope";
    const pid_t child = ::fork();
    if (child == 0) {
        Workspace workspace = Workspace::open(path);
        // A small cache makes SQLite write into the file before the end.
        workspace.connection().database.exec("PRAGMA cache_size = 10");
        importDataset(workspace, options,
                      [](const Progress& progress) {
                          if (progress.unit == "rows" && progress.done >= 100000) ::kill(::getpid(), SIGKILL);
                      },
                      {});
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    Workspace workspace = Workspace::open(path);
    EXPECT_EQ(workspace.connection().database.execAndGet("PRAGMA integrity_check").getString(), "ok");
    EXPECT_TRUE(DatasetStore(workspace).list().empty());
    EXPECT_EQ(workspace.connection().database.execAndGet("SELECT count(*) FROM interaction").getInt(), 0);
}

/// On a disk of 3 MB: 0 = told in a sentence and nothing stored, 77 = this machine lets nobody make such a disk.
int importOntoSmallDisk(const ImportOptions& options, const fs::path& disk) {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=3m") != 0) {
        return 77;
    }
    Workspace workspace = Workspace::open(disk / "w.recscope");
    try {
        importDataset(workspace, options, {}, {});
        return 1;
    } catch (const Error& error) {
        if (std::string(error.what()).find("The disk is full") == std::string::npos) return 2;
    }
    if (!DatasetStore(workspace).list().empty()) return 3;
    return workspace.connection().database.execAndGet("PRAGMA integrity_check").getString() == "ok" ? 0 : 4;
}

TEST_F(ImporterTest, AFullDiskIsASentenceAndStoresNothing) {
    std::string bytes;
    for (int i = 0; i < 300000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    const auto options = optionsFor(m_folder.write("a.txt", bytes));
    fs::create_directories(m_folder / "disk");
    const pid_t child = ::fork();
    if (child == 0) ::_exit(importOntoSmallDisk(options, m_folder / "disk"));
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "Only root may make a small disk.";
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

class RealData : public ImporterTest {
protected:
    void SetUp() override {
        if (!fs::exists(m_data)) GTEST_SKIP() << "The public datasets are not on this machine.";
    }
    fs::path m_data = RECSCOPE_SHARED_DATA;
};

TEST_F(RealData, MovieLens1MHasThePapersCountsAndTheFilesOrder) {
    const auto result = import(m_data / "ml-1m" / "ml-1m.txt");
    EXPECT_EQ(result.dataset.users, 6040);
    EXPECT_EQ(result.dataset.items, 3416);
    EXPECT_EQ(result.dataset.interactions, 999611);
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    expectEveryRowAccounted(result.report);

    // The file's lines are grouped by user: reading the histories one after the other gives the file back.
    const auto items = m_store.items(result.dataset.id);
    const Histories histories = m_store.histories(result.dataset.id);
    LineReader reader(m_data / "ml-1m" / "ml-1m.txt");
    std::string_view line;
    for (const Token token : histories.items) {
        ASSERT_TRUE(reader.next(line));
        ASSERT_EQ(line.substr(line.find(' ') + 1), items[static_cast<std::size_t>(token - 1)].id);
    }
    EXPECT_FALSE(reader.next(line));
    EXPECT_EQ(items[0].title, "Raiders of the Lost Ark (1981)");
}

TEST_F(RealData, MovieLens100KHasThePapersCountsAndTitles) {
    const auto result = import(m_data / "ml-100k");
    EXPECT_EQ(result.dataset.users, 943);
    EXPECT_EQ(result.dataset.items, 1682);
    EXPECT_EQ(result.dataset.interactions, 100000);
    EXPECT_EQ(result.dataset.name, "ml-100k");
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    EXPECT_GT(result.dataset.tiedTimeShare, 0.5);  // FORMATS: "half of the timestamps tied within a user"
    EXPECT_LT(result.dataset.tiedTimeShare, 0.52);
    expectEveryRowAccounted(result.report);
}

TEST_F(RealData, BeautyHasThePapersCounts) {
    const auto result = import(m_data / "beauty");
    EXPECT_EQ(result.dataset.users, 40226);
    EXPECT_EQ(result.dataset.items, 54542);
    EXPECT_EQ(result.dataset.interactions, 353962);
}

}  // namespace
}  // namespace recscope
