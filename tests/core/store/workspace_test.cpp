// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/plan_store.h"
#include "core/store/queue_store.h"
#include "core/store/run_store.h"
#include "core/util/error.h"
#include "tests/core/support/child.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

/// The newest schema version: the number of files in resources/schema.
const int kNewest = [] {
    int files = 0;
    for (const fs::directory_entry& file :
         fs::directory_iterator(fs::path(RECSCOPE_SOURCE_DIR) / "resources" / "schema"))
        files += file.path().extension() == ".sql";
    return files;
}();

/// Runs SQL on a file as any other program would.
void runSql(const fs::path& path, const std::string& sql) {
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

std::int64_t pragma(Workspace& workspace, const char* name) {
    return workspace.connection().database.execAndGet(std::string("PRAGMA ") + name).getInt64();
}

/// Expects that opening fails with `part` in the message, and that neither the file nor its folder changes.
void expectRefused(const fs::path& path, const std::string& part) {
    const auto entries = [&] {
        return std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator());
    };
    const std::string before = fs::is_regular_file(path) ? bytesOf(path) : "";
    const auto entriesBefore = entries();
    EXPECT_ERROR(Workspace::open(path), ErrorKind::Workspace, part);
    EXPECT_EQ(fs::is_regular_file(path) ? bytesOf(path) : "", before);
    EXPECT_EQ(entries(), entriesBefore);
}

TEST(Workspace, ANewWorkspaceHasTheSchemaAndTheApplicationId) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder / "a.recscope");
    EXPECT_EQ(pragma(workspace, "application_id"), 0x52635363);
    EXPECT_EQ(pragma(workspace, "user_version"), kNewest);
    EXPECT_EQ(pragma(workspace, "foreign_keys"), 1);
    EXPECT_EQ(workspace.connection().database.execAndGet("PRAGMA journal_mode").getString(), "wal");
    EXPECT_TRUE(DatasetStore(workspace).list().empty());
}

TEST(Workspace, TheHeaderHasIdAndVersionBeforeTheLogIsWrittenBack) {
    const TemporaryFolder folder;
    const Workspace workspace = Workspace::open(folder / "a.recscope");
    const std::string header = bytesOf(folder / "a.recscope").substr(0, 100);
    EXPECT_EQ(header.substr(68, 4), "RcSc");
    EXPECT_EQ(header.substr(60, 4), std::string(3, '\0') + char(kNewest));
}

TEST(Workspace, ClosingLeavesOneFile) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(Workspace, AnEmptyFileBecomesAWorkspace) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder.write("a.recscope", ""));
    EXPECT_EQ(pragma(workspace, "user_version"), kNewest);
}

TEST(Workspace, AWorkspaceOfTheFirstVersionIsMigratedWithItsDatasets) {
    const TemporaryFolder folder;
    const fs::path path = folder / "old.recscope";
    runSql(path, bytesOf(fs::path(RECSCOPE_SOURCE_DIR) / "resources" / "schema" / "001_workspace.sql"));
    runSql(path,
           "PRAGMA application_id = 0x52635363; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;"
           "INSERT INTO dataset (name, users, items, interactions, source, format, has_times, tied_time_share,"
           " repeat_share, created_at, import_report, facts)"
           " VALUES ('kept', 1, 2, 3, 's', 'f', 1, 0, 0, 'now', '{}', '{}')");
    Workspace workspace = Workspace::open(path);
    EXPECT_EQ(pragma(workspace, "user_version"), kNewest);
    const auto datasets = DatasetStore(workspace).list();
    ASSERT_EQ(datasets.size(), 1u);
    EXPECT_EQ(datasets[0].name, "kept");
    EXPECT_EQ(datasets[0].settings, "{}");
    PlanStore plans(workspace);
    EXPECT_TRUE(plans.list().empty());
    plans.put("a", "{}");
    plans.put("b", "{}");
    plans.put("a", "[]");
    EXPECT_EQ(plans.list().size(), 2u) << "a plan with the same name is replaced";
}

/// A workspace with schema 15, in which the device and the message of a run are stored as sentences of any language.
fs::path workspaceOfVersion15(const TemporaryFolder& folder) {
    const fs::path path = folder / "old.recscope";
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(RECSCOPE_SOURCE_DIR) / "resources" / "schema"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i < 15; ++i) runSql(path, bytesOf(files[i]));
    std::string rows =
        "PRAGMA application_id = 0x52635363; PRAGMA user_version = 15; PRAGMA journal_mode = WAL;"
        "INSERT INTO dataset (id, name, users, items, interactions, source, format, has_times, tied_time_share,"
        " repeat_share, created_at, import_report, facts)"
        " VALUES (1, 'd', 1, 2, 3, 's', 'f', 1, 0, 0, 'now', '{}', '{}');";
    const std::pair<const char*, const char*> runs[] = {
        {"", ""},
        {"cpu, 2 threads", "In Epoche 3 angehalten; \"a\", {}"},
        {"cpu, 1 thread", "Interrupted: the program ended while it trained."},
        {"cpu, 2 threads, bfloat16 products", "a. b."},
        {"cuda, CUDA graph, where this run began", ""},
        {"box: cuda, TF32 products", ""}};
    for (int number = 0; const auto& [device, message] : runs)
        rows +=
            "INSERT INTO run (name, dataset, model, config, protocol, state, message, created_at, device,"
            " epochs_done, best_epoch, sequences_seen, seconds) VALUES ('" +
            std::to_string(number++) + "', 1, 'm', '{}', '" + Protocol().toJson() + "', 'stopped', '" + message +
            "', 'now', '" + device + "', 0, 0, 0, 0);";
    rows +=
        "INSERT INTO queued_training (ticket, dataset, run, name, config, device)"
        " VALUES ('here', 1, NULL, 'a', '{}', 'cpu'), ('there', 1, NULL, 'b', '{}', 'on ada@box');";
    runSql(path, rows);
    return path;
}

TEST(Workspace, SentencesOfAnOlderVersionAreShownAsTheyWere) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(workspaceOfVersion15(folder));
    const auto run = [&](const char* name) { return RunStore(workspace).byName(name); };
    EXPECT_EQ(run("0").device, DeviceFacts());
    EXPECT_EQ(run("0").message, Messages());
    EXPECT_EQ(run("1").device, cpuFacts(2));
    EXPECT_EQ(wordsOf(run("1").message), "In Epoche 3 angehalten; \"a\", {}");
    EXPECT_EQ(run("2").device, cpuFacts(1));
    EXPECT_EQ(run("2").message, Messages{MessageId::Interrupted});
    EXPECT_EQ(wordsOf(run("3").device), "cpu, 2 threads, bfloat16 products");
    EXPECT_EQ(run("3").device.kind, DeviceKind::Cpu);
    EXPECT_EQ(wordsOf(run("3").message), "a. b.");
    EXPECT_EQ(run("4").device.kind, DeviceKind::Cuda) << "a resumed run stays on its device";
    EXPECT_EQ(wordsOf(run("4").device), "cuda, CUDA graph, where this run began");
    EXPECT_EQ(wordsOf(run("5").device), "box: cuda, TF32 products");
}

TEST(Workspace, AWaitingTrainingOfAnOlderVersionKeepsItsMachine) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(workspaceOfVersion15(folder));
    const std::vector<QueuedTraining> waiting = QueueStore(workspace).list();
    ASSERT_EQ(waiting.size(), 2u);
    EXPECT_EQ(waiting[0].device, "cpu");
    EXPECT_EQ(waiting[0].machine, "");
    EXPECT_EQ(waiting[1].device, "auto");
    EXPECT_EQ(waiting[1].machine, "ada@box");
}

TEST(Workspace, RefusesAMissingFileWhenItMayNotCreateIt) {
    const TemporaryFolder folder;
    EXPECT_ERROR(Workspace::open(folder / "a.recscope", Workspace::IfMissing::Fail), ErrorKind::Workspace,
                 "no workspace at");
    EXPECT_FALSE(fs::exists(folder / "a.recscope"));
}

TEST(Workspace, RefusesAMissingFolder) {
    const TemporaryFolder folder;
    EXPECT_ERROR(Workspace::open(folder / "none" / "a.recscope"), ErrorKind::Workspace,
                 "folder of the workspace does not");
}

TEST(Workspace, RefusesAFolder) {
    const TemporaryFolder folder;
    expectRefused(folder.path(), "cannot be a folder");
}

TEST(Workspace, RefusesAFileThatIsNotSqlite) {
    const TemporaryFolder folder;
    expectRefused(folder.write("notes.txt", "Dear diary"), "not a RecScope workspace");
    expectRefused(folder.write("long.txt", std::string(5000, 'x')), "not a RecScope workspace");
}

TEST(Workspace, RefusesAnotherProgramsDatabase) {
    const TemporaryFolder folder;
    runSql(folder / "other.db", "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    expectRefused(folder / "other.db", "not a RecScope workspace");
    runSql(folder / "marked.db", "PRAGMA application_id = 7; CREATE TABLE t (x)");
    expectRefused(folder / "marked.db", "not a RecScope workspace");
}

TEST(Workspace, RefusesANewerVersion) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    runSql(folder / "a.recscope", "PRAGMA user_version = 99");
    expectRefused(folder / "a.recscope", "newer RecScope");
}

TEST(Workspace, RefusesANewerVersionThatIsOnlyInTheLog) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    {
        SQLite::Database database((folder / "a.recscope").string(), SQLite::OPEN_READWRITE);
        sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        database.exec("PRAGMA user_version = 99");
    }
    const std::string before = bytesOf(folder / "a.recscope");
    EXPECT_ERROR(Workspace::open(folder / "a.recscope"), ErrorKind::Workspace, "newer RecScope");
    EXPECT_EQ(bytesOf(folder / "a.recscope"), before);
}

TEST(Workspace, RefusesAReadOnlyFileEvenForRoot) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    fs::permissions(folder / "a.recscope", fs::perms::owner_read | fs::perms::group_read);
    expectRefused(folder / "a.recscope", "read-only");
}

TEST(Workspace, RefusesAReadOnlyFolderEvenForRoot) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "inner");
    { const Workspace workspace = Workspace::open(folder / "inner" / "a.recscope"); }
    fs::permissions(folder / "inner", fs::perms::owner_read | fs::perms::owner_exec);
    expectRefused(folder / "inner" / "a.recscope", "read-only");
    expectRefused(folder / "inner" / "new.recscope", "read-only");
    fs::permissions(folder / "inner", fs::perms::owner_all);
}

TEST(Workspace, RefusesToWriteToAWorkspaceThatAnotherProcessWritesTo) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    const Child child([&] { return Workspace::open(folder / "a.recscope"); });
    expectRefused(folder / "a.recscope", "in use by another process (process " + std::to_string(child.pid()) + ")");
}

DatasetId addDataset(Workspace& workspace, const std::string& name) {
    NewDataset dataset;
    dataset.info.name = name;
    return DatasetStore(workspace).add(dataset, {}).id;
}

TEST(Workspace, CanBeReadButNotChangedWhileAnotherProcessWrites) {
    const TemporaryFolder folder;
    const Child child([&] {
        Workspace workspace = Workspace::open(folder / "a.recscope");
        addDataset(workspace, "d");
        return workspace;
    });
    Workspace reader = Workspace::openToRead(folder / "a.recscope");
    EXPECT_TRUE(reader.isReadOnly());
    EXPECT_EQ(DatasetStore(reader).byName("d").name, "d");
    EXPECT_ERROR(addDataset(reader, "e"), ErrorKind::Workspace,
                 "another process (" + std::to_string(child.pid()) + ") writes to it");
    Workspace other = reader.anotherConnection();
    EXPECT_TRUE(other.isReadOnly());
    EXPECT_EQ(DatasetStore(other).list().size(), 1u);
}

TEST(Workspace, ReadersDoNotBlockWriters) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    const Child child([&] { return Workspace::openToRead(folder / "a.recscope"); });
    Workspace writer = Workspace::open(folder / "a.recscope", Workspace::IfMissing::Fail, /*patience=*/{});
    EXPECT_FALSE(writer.isReadOnly());
    EXPECT_NO_THROW(addDataset(writer, "d"));
}

TEST(Workspace, AReaderSeesWhatIsWrittenAndThatTheVersionChanged) {
    const TemporaryFolder folder;
    Workspace writer = Workspace::open(folder / "a.recscope");
    Workspace reader = Workspace::openToRead(folder / "a.recscope");
    const std::int64_t version = reader.version();
    EXPECT_EQ(reader.version(), version);
    addDataset(writer, "d");
    EXPECT_NE(reader.version(), version);
    EXPECT_EQ(DatasetStore(reader).list().size(), 1u);
    EXPECT_ERROR(addDataset(reader, "e"), ErrorKind::Workspace, "open for reading only");
}

TEST(Workspace, AReaderRecoversWhatADeadProcessLeft) {
    const TemporaryFolder folder;
    {
        const Child child([&] {
            Workspace workspace = Workspace::open(folder / "a.recscope");
            RunRecord run;
            run.name = "r";
            run.dataset = addDataset(workspace, "d");
            RunStore(workspace).add(run);
            return workspace;
        });
    }
    Workspace reader = Workspace::openToRead(folder / "a.recscope");
    EXPECT_EQ(RunStore(reader).byName("r").state, RunState::Stopped);
    EXPECT_FALSE(fs::exists(folder / "a.recscope.lock"));
}

TEST(Workspace, AReaderRefusesTheTablesOfAnotherVersion) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    runSql(folder / "a.recscope", "PRAGMA user_version = " + std::to_string(kNewest - 1));
    const Child child([&] {
        return std::make_unique<WorkspaceLock>(folder / "a.recscope", WorkspaceLock::Access::Write,
                                               std::chrono::milliseconds(), [] {});
    });
    EXPECT_ERROR(Workspace::openToRead(folder / "a.recscope"), ErrorKind::Workspace, "another version of RecScope");
}

TEST(Workspace, CanBeOpenedAgainOnceTheOtherProcessWasKilled) {
    const TemporaryFolder folder;
    {
        const Child child([&] { return Workspace::open(folder / "a.recscope"); });
    }
    EXPECT_TRUE(fs::exists(folder / "a.recscope.lock"));
    EXPECT_NO_THROW(Workspace::open(folder / "a.recscope"));
    EXPECT_FALSE(fs::exists(folder / "a.recscope.lock"));
}

TEST(Workspace, RefusesAWorkspaceThatAnotherProgramHasLocked) {
    const TemporaryFolder folder;
    { const Workspace workspace = Workspace::open(folder / "a.recscope"); }
    const Child child([&] {
        auto database = std::make_unique<SQLite::Database>((folder / "a.recscope").string(), SQLite::OPEN_READWRITE);
        database->exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
        return database;
    });
    EXPECT_ERROR(Workspace::open(folder / "a.recscope"), ErrorKind::Workspace, "in use by another program");
}

TEST(Workspace, AnotherThreadCanUseItsOwnConnection) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder / "a.recscope");
    std::thread([&] {
        Workspace other = workspace.anotherConnection();
        EXPECT_EQ(pragma(other, "user_version"), kNewest);
    }).join();
    EXPECT_TRUE(fs::exists(folder / "a.recscope.lock"));
}

TEST(Workspace, ALinkIsTheSameWorkspace) {
    const TemporaryFolder folder;
    const Workspace workspace = Workspace::open(folder / "a.recscope");
    fs::create_symlink(folder / "a.recscope", folder / "link.recscope");
    EXPECT_EQ(Workspace::open(folder / "link.recscope").path(), workspace.path());
}

TEST(Workspace, RunsLeftByADeadProcessAreStoppedAsInterrupted) {
    const TemporaryFolder folder;
    {
        const Child child([&] {
            Workspace workspace = Workspace::open(folder / "a.recscope");
            RunRecord run;
            run.name = "BERT4Rec 1";
            run.dataset = addDataset(workspace, "d");
            RunStore(workspace).add(run);
            return workspace;
        });
    }
    Workspace workspace = Workspace::open(folder / "a.recscope");
    const RunRecord run = RunStore(workspace).byName("BERT4Rec 1");
    EXPECT_EQ(run.state, RunState::Stopped);
    EXPECT_EQ(run.message, Messages{MessageId::Interrupted});
}

TEST(Workspace, ASecondConnectionLeavesRunningRunsAlone) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder / "a.recscope");
    RunRecord run;
    run.name = "r";
    run.dataset = addDataset(workspace, "d");
    RunStore(workspace).add(run);
    Workspace other = Workspace::open(folder / "a.recscope");
    EXPECT_EQ(RunStore(other).byName("r").state, RunState::Running);
}

TEST(Workspace, AFullDiskIsReportedAndTheFileStaysValid) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder / "a.recscope");
    workspace.connection().database.exec("PRAGMA max_page_count = 40");  // SQLite then fails as on a full disk
    NewDataset dataset;
    dataset.info.name = "too big";
    dataset.userIds = {"u"};
    dataset.items = {{.token = 1, .id = "i", .title = "Item", .genres = {}}};
    dataset.histories.itemCount = 1;
    dataset.histories.append(std::vector<Token>(100000, 1));
    EXPECT_ERROR(DatasetStore(workspace).add(dataset, {}), ErrorKind::Workspace, "disk is full");
    EXPECT_TRUE(DatasetStore(workspace).list().empty());
    EXPECT_EQ(workspace.connection().database.execAndGet("PRAGMA integrity_check").getString(), "ok");
}

}  // namespace
}  // namespace recscope
