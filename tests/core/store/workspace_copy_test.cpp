// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace_copy.h"

#include <gtest/gtest.h>

#include <set>

#include "core/explain/scores/inference_session.h"
#include "core/plan/plan.h"
#include "core/store/cohort_store.h"
#include "core/store/connection.h"
#include "core/store/dataset_editor.h"
#include "core/store/plan_store.h"
#include "core/store/timeline_store.h"
#include "core/util/error.h"
#include "tests/core/lists/list_data.h"
#include "tests/core/support/temporary_folder.h"
#include "tests/hostile/workspace_contents.h"

namespace recscope {
namespace {

using Contents = std::map<std::string, std::string>;

/// Tables whose rows a copy does not take.
const std::set<std::string> kNotCopied = {"queued_training", "remote_run", "remote_leftover", "lease",
                                          "sqlite_sequence"};

class WorkspaceCopy : public testing::Test {
protected:
    /// One dataset with something in each table that a copy takes.
    DatasetId fill(Workspace& workspace) {
        const DatasetId dataset = addListData(workspace).id;
        DatasetEditor(workspace).setNotes(dataset, "a note");
        CohortStore(workspace).save(dataset, "few", "by hand", std::vector<std::int32_t>{3, 5});
        TimelineStore(workspace).pin(dataset, 4);
        trainOn(workspace, dataset, "sasrec", "run");
        execute(workspace, "INSERT INTO planted_cause VALUES (1, 2, 1, 'repeat', '[0]')");
        execute(workspace, "INSERT INTO user_attribute VALUES (1, 0, 'age', 'number', '[]', x'00')");
        execute(workspace, "INSERT INTO item_attribute VALUES (1, 0, 'price', 'number', '[]', x'00')");
        execute(workspace, "INSERT INTO analysis VALUES (1, 'favourite_users', 1, '[3]')");
        execute(workspace,
                "INSERT INTO scenario (dataset, user, name, history, places, made_at) "
                "VALUES ('lists', 'u1', 'mine', '[]', '[]', '')");
        putPlan(workspace, "here", R"("lists")");
        return dataset;
    }
    static void putPlan(Workspace& workspace, const std::string& name, const std::string& datasets) {
        PlanStore(workspace).put(name, planToJson(planFromJson(R"({"name": "p", "datasets": [)" + datasets +
                                                               R"(], "runs": [{"model": "popularity"}]})")));
    }
    static void execute(Workspace& workspace, const std::string& sql) { workspace.connection().database.exec(sql); }
    static Contents copiedTablesOf(const std::filesystem::path& path) {
        Contents contents = contentsOf(path);
        for (const std::string& table : kNotCopied) contents.erase(table);
        return contents;
    }

    TemporaryFolder m_folder;
    const std::filesystem::path m_path = m_folder / "a.recscope", m_copy = m_folder / "copy.recscope";
};

TEST_F(WorkspaceCopy, ContainsEveryRowOfEveryTable) {
    Workspace workspace = Workspace::open(m_path);
    fill(workspace);
    const Contents before = copiedTablesOf(m_path);
    const std::set<std::string> schema = [&] {
        std::set<std::string> tables;
        SQLite::Statement select(workspace.connection().database,
                                 "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
        while (select.executeStep()) tables.insert(textAt(select, 0));
        return tables;
    }();
    for (const std::string& table : schema) {
        // If this fails for a new table, fill it above, and check what a copy of one dataset takes from it.
        EXPECT_TRUE(before.contains(table) || kNotCopied.contains(table)) << table;
    }
    copyWorkspace(workspace, {.path = m_copy}, {}, {});
    EXPECT_EQ(damageOf(m_copy), "");
    EXPECT_TRUE(copiedTablesOf(m_copy) == before);
    for (const char* suffix : {".part", "-wal", "-shm", "-journal", ".part.lock"})
        EXPECT_FALSE(std::filesystem::exists(m_copy.string() + suffix)) << suffix;
}

TEST_F(WorkspaceCopy, OfOneDatasetEqualsAWorkspaceWithThatDatasetAlone) {
    Workspace workspace = Workspace::open(m_path);
    const DatasetId dataset = fill(workspace);
    const Contents alone = copiedTablesOf(m_path);
    const DatasetId other = addDataset(workspace, ringHistories()).id;
    DatasetEditor(workspace).setNotes(other, "another note");
    CohortStore(workspace).save(other, "few", "by hand", std::vector<std::int32_t>{1});
    trainOn(workspace, other, "sasrec", "another run");
    putPlan(workspace, "elsewhere", R"("ring")");
    putPlan(workspace, "both", R"("lists", "ring")");
    copyWorkspace(workspace, {.path = m_copy, .dataset = dataset}, {}, {});
    EXPECT_EQ(damageOf(m_copy), "");
    const Contents copied = copiedTablesOf(m_copy);
    for (const auto& [table, rows] : alone) EXPECT_TRUE(copied.contains(table) && copied.at(table) == rows) << table;
    EXPECT_EQ(copied.size(), alone.size());
}

TEST_F(WorkspaceCopy, OpensWithTheSameRanksAndRecommendations) {
    Workspace workspace = Workspace::open(m_path);
    const DatasetId dataset = fill(workspace);
    const RunRecord run = RunStore(workspace).byName("run");
    for (const auto& requested : {std::optional<DatasetId>(), std::optional(dataset)}) {
        copyWorkspace(workspace, {.path = m_copy, .dataset = requested, .ifExists = IfFileExists::Replace}, {}, {});
        Workspace copy = Workspace::open(m_copy);
        const auto ranks = RunStore(workspace).ranks(run.id, Split::Test, run.protocol),
                   copied = RunStore(copy).ranks(run.id, Split::Test, run.protocol);
        ASSERT_EQ(copied.size(), ranks.size());
        for (std::size_t i = 0; i < ranks.size(); ++i) EXPECT_EQ(copied[i].rank, ranks[i].rank);
        EXPECT_EQ(TimelineStore(copy).epochs(run.id, 4), TimelineStore(workspace).epochs(run.id, 4));
        const std::vector<Token> history = {1, 2, 3};
        const auto expected = InferenceSession::load(workspace, run.id).explain(history, 5).recommendations,
                   answer = InferenceSession::load(copy, run.id).explain(history, 5).recommendations;
        ASSERT_EQ(answer.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(answer[i].token, expected[i].token);
            EXPECT_EQ(answer[i].score, expected[i].score);
        }
    }
}

TEST_F(WorkspaceCopy, IsConsistentWhileOthersWrite) {
    Workspace workspace = Workspace::open(m_path), writer = workspace.anotherConnection();
    const DatasetId dataset = fill(workspace);
    DatasetEditor(workspace).setNotes(dataset, std::string(20'000'000, 'x'));  // many pages, so many steps
    for (const auto& requested : {std::optional<DatasetId>(), std::optional(dataset)}) {
        const Contents before = copiedTablesOf(m_path);
        int written = 0;
        const auto write = [&](const Progress&) {
            constexpr int kMaxInsertions = 40;  // a copy that restarts at each insertion must end, too
            if (written++ < kMaxInsertions) execute(writer, "INSERT INTO step SELECT 1, max(step) + 1, 0.5 FROM step");
        };
        copyWorkspace(workspace, {.path = m_copy, .dataset = requested, .ifExists = IfFileExists::Replace}, write, {});
        EXPECT_GT(written, 3);
        EXPECT_TRUE(copiedTablesOf(m_copy) == before);
    }
}

TEST_F(WorkspaceCopy, OmitsTrainingsThatOnlyTheOriginalMayContinue) {
    Workspace workspace = Workspace::open(m_path);
    const DatasetId dataset = fill(workspace);
    const DatasetId other = addDataset(workspace, ringHistories()).id;
    const RunRecord removed = trainOn(workspace, dataset, "bpr_mf", "removed");
    execute(workspace, "UPDATE run SET state = 'running' WHERE name = 'run'");
    execute(workspace, "INSERT INTO remote_run VALUES (1, 'ada@box', 'folder', 0)");
    execute(workspace, "INSERT INTO queued_training VALUES (1, 't', 1, NULL, '', '{}', 'auto', '')");
    execute(workspace, "UPDATE cohort SET removed = 1");
    execute(workspace, "UPDATE dataset SET removal = 'undoable' WHERE id = " + std::to_string(other));
    copyWorkspace(workspace, {.path = m_copy, .withoutRuns = {removed.id}}, {}, {});
    const Contents copied = contentsOf(m_copy);
    for (const char* table : {"remote_run", "remote_leftover", "queued_training", "cohort", "cohort_user"})
        EXPECT_FALSE(copied.contains(table)) << table;
    Workspace copy = Workspace::open(m_copy);
    ASSERT_EQ(RunStore(copy).list().size(), 1u);
    EXPECT_EQ(RunStore(copy).list().front().state, RunState::Stopped);
    EXPECT_EQ(DatasetStore(copy).list().size(), 1u);
}

TEST_F(WorkspaceCopy, ThatIsStoppedLeavesNoFile) {
    Workspace workspace = Workspace::open(m_path);
    const DatasetId dataset = fill(workspace);
    for (const auto& requested : {std::optional<DatasetId>(), std::optional(dataset)}) {
        std::stop_source stop;
        const auto stopAtOnce = [&](const Progress&) { stop.request_stop(); };
        EXPECT_THROW(copyWorkspace(workspace, {.path = m_copy, .dataset = requested}, stopAtOnce, stop.get_token()),
                     Error);
        for (const char* suffix : {"", ".part", ".part-journal", ".part-wal", ".part.lock"})
            EXPECT_FALSE(std::filesystem::exists(m_copy.string() + suffix)) << suffix;
    }
}

TEST_F(WorkspaceCopy, ReplacesAFileOnlyOnRequest) {
    Workspace workspace = Workspace::open(m_path);
    fill(workspace);
    m_folder.write("copy.recscope", "older");
    m_folder.write("copy.recscope-wal", "a log of the older one");
    EXPECT_ERROR(copyWorkspace(workspace, {.path = m_copy}, {}, {}), ErrorKind::Input, "copy.recscope");
    EXPECT_EQ(bytesOf(m_copy), "older");
    copyWorkspace(workspace, {.path = m_copy, .ifExists = IfFileExists::Replace}, {}, {});
    EXPECT_TRUE(copiedTablesOf(m_copy) == copiedTablesOf(m_path));
    EXPECT_ERROR(copyWorkspace(workspace, {.path = m_path, .ifExists = IfFileExists::Replace}, {}, {}),
                 ErrorKind::Input, "onto itself");
    EXPECT_ERROR(copyWorkspace(workspace, {.path = m_folder / "no/where.recscope"}, {}, {}), ErrorKind::Input,
                 "does not exist");
}

}  // namespace
}  // namespace recscope
