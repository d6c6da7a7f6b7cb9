// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include "core/data/importer.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/scenario_store.h"
#include "core/store/timeline_store.h"
#include "core/train/trainer.h"
#include "core/util/random.h"
#include "tests/core/learn_support.h"
#include "tests/core/support/temporary_folder.h"
#include "tests/hostile/workspace_contents.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr DatasetId kRing = 1;  ///< the dataset that makeRing adds

/// How often each kind of work is killed: a seventh of the environment variable RECSCOPE_KILLS, or 10 if it is not set.
/// Each call of KillsTest::kill is one kind of work.
int killsEach() {
    const char* const all = std::getenv("RECSCOPE_KILLS");
    return std::max(1, (all ? std::atoi(all) : 70) / 7);
}

/// What a child process does with the workspace at this path. If it throws, the child prints the message and fails.
using Work = std::function<void(const fs::path&)>;

/// Runs the work in a forked child process. The parent must never use LibTorch, because a child does not have the
/// threads that LibTorch started in its parent.
pid_t start(const Work& work, const fs::path& path) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    try {
        work(path);
        ::_exit(testing::Test::HasFailure() ? 2 : 0);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        ::_exit(1);
    }
}

int statusOf(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

/// Runs the work in a child process to its end; true if it neither threw nor failed the test.
bool succeeds(const Work& work, const fs::path& path) {
    return statusOf(start(work, path)) == 0;
}

class KillsTest : public testing::Test {
protected:
    /// Runs `work` on copies of the base workspace and kills it after a random part of its usual duration. After each
    /// kill `check` must succeed; it runs in a new process, like RecScope when it is started again.
    void kill(const char* what, const Work& work, const Work& check) {
        copyWorkspace(m_base, m_path);
        const auto began = Clock::now();
        ASSERT_TRUE(succeeds(work, m_path)) << what;
        const auto duration = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count();
        ASSERT_TRUE(succeeds(check, m_path)) << what << ", not killed";
        Random random({7});
        int killed = 0;
        for (int i = 0; i < killsEach(); ++i) {
            copyWorkspace(m_base, m_path);
            const auto moment = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(duration)));
            const pid_t child = start(work, m_path);
            std::this_thread::sleep_for(std::chrono::microseconds(moment));
            ::kill(child, SIGKILL);
            killed += WIFSIGNALED(statusOf(child));
            ASSERT_EQ(damageOf(m_path), "") << what << ", killed after " << moment << " us";
            ASSERT_TRUE(succeeds(check, m_path)) << what << ", killed after " << moment << " us";
            ASSERT_EQ(damageOf(m_path), "") << what << ", killed after " << moment << " us and continued";
        }
        fmt::print("{}: killed {} times before its end; it takes {} us\n", what, killed, duration);
        EXPECT_GT(killed, 0) << what;
    }

    void makeRing() {
        ASSERT_TRUE(succeeds(
            [](const fs::path& path) {
                Workspace workspace = Workspace::open(path);
                ASSERT_EQ(addDataset(workspace, ringHistories()).id, kRing);
            },
            m_base));
    }

    void killTraining(const char* model, const Work& prepare);

    TemporaryFolder m_folder;
    fs::path m_base = m_folder / "base.recscope";    ///< the workspace before the work
    fs::path m_path = m_folder / "killed.recscope";  ///< the copy with which the work runs
};

TEST_F(KillsTest, AnImportIsStoredCompletelyOrNotAtAll) {
    std::string rows;
    for (int i = 0; i < 60000; ++i) rows += fmt::format("{} {}\n", i / 30 + 1, (i * 7) % 500 + 1);
    ImportOptions options;
    options.path = m_folder.write("ratings.txt", rows);
    makeRing();
    const auto before = contentsOf(m_base);
    kill(
        "an import",
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            importDataset(workspace, options, {}, {});
        },
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            const std::size_t datasets = DatasetStore(workspace).list().size();
            ASSERT_TRUE(datasets == 1 || datasets == 2);
            if (datasets == 2) {
                ASSERT_EQ(DatasetStore(workspace).byId(kRing + 1).interactions, 60000);
            } else {
                ASSERT_TRUE(contentsOf(path) == before);
            }
        });
}

/// Kills processes that train `model` on the dataset, after `prepare` has changed the base workspace. The run is then
/// resumed, and its numbers must equal those of a run that was never killed.
void KillsTest::killTraining(const char* model, const Work& prepare) {
    makeRing();
    ASSERT_TRUE(succeeds(prepare, m_base));
    const auto train = [model](const fs::path& path) {
        Workspace workspace = Workspace::open(path);
        const std::vector<RunRecord> runs = RunStore(workspace).list();
        TrainObserver observer;
        PauseSwitch pause;
        if (runs.empty())
            recscope::train(
                workspace, {.dataset = kRing, .config = smallConfig(model), .runName = {}, .device = DeviceChoice::Cpu},
                observer, pause, {});
        else if (runs[0].state != RunState::Finished)
            resumeTraining(workspace, runs[0].id, DeviceChoice::Cpu, observer, pause, {});
    };
    const auto numbers = [](const fs::path& path) {  // film_frame: the snapshots of the training timeline
        auto contents = contentsOf(path);
        std::string text = contents["user_rank"] + contents["step"] + contents["film_frame"];
        SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
        SQLite::Statement epochs(database, "SELECT epoch, quote(loss), valid FROM epoch ORDER BY epoch");
        while (epochs.executeStep()) text += epochs.getColumn(1).getString() + epochs.getColumn(2).getString() + "\n";
        SQLite::Statement best(database, "SELECT hex(weights) FROM checkpoint WHERE kind = 'best'");
        while (best.executeStep()) text += best.getColumn(0).getString();
        return text;
    };
    copyWorkspace(m_base, m_path);
    ASSERT_TRUE(succeeds(train, m_path));
    const std::string expected = numbers(m_path);
    kill(model, train, [&](const fs::path& path) {
        {
            Workspace workspace = Workspace::open(path);
            for (const RunRecord& run : RunStore(workspace).list()) ASSERT_NE(run.state, RunState::Running);
        }
        train(path);
        ASSERT_TRUE(numbers(path) == expected);
    });
}

TEST_F(KillsTest, ATrainingResumesToTheNumbersOfAnUninterruptedRun) {
    killTraining("gru4rec", [](const fs::path&) {});
}

TEST_F(KillsTest, ATrainingWithAPinnedUserResumesToTheSameTimeline) {
    killTraining("sasrec", [](const fs::path& path) {
        Workspace workspace = Workspace::open(path);
        TimelineStore(workspace).pin(kRing, 3);
    });
}

TEST_F(KillsTest, ARemovedDatasetIsUnchangedOrGone) {
    makeRing();
    const auto before = contentsOf(m_base);
    kill(
        "a removal",
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            DatasetEditor(workspace).remove(kRing);
            DatasetEditor(workspace).finishRemovals({}, {});
        },
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            DatasetEditor(workspace).resumeDeletion({}, {});
            auto after = contentsOf(path);
            if (DatasetStore(workspace).list().empty())
                ASSERT_FALSE(after.contains("interaction") || after.contains("user") || after.contains("item"));
            else
                ASSERT_TRUE(after == before);
        });
}

TEST_F(KillsTest, EachSavedScenarioIsComplete) {
    makeRing();
    kill(
        "scenarios",
        [](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            ScenarioStore store(workspace);
            const std::vector<Token> original = {1, 2, 3};
            for (int i = 0; i < 40; ++i)
                store.save(kRing, "u1", fmt::format("{}", i), original, std::vector<EditedItem>{{.token = 4}});
            store.remove(store.byName(kRing, "u1", "7").id);
        },
        [](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            ScenarioStore store(workspace);
            for (const ScenarioInfo& info : store.list(kRing))
                ASSERT_EQ(store.open(kRing, info.id).edited.size(), 1u) << info.name;
            ASSERT_LE(store.list(kRing).size(), 40u);
        });
}

TEST_F(KillsTest, AMigrationFromAnyEarlierSchemaKeepsTheDataset) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(RECSCOPE_SOURCE_DIR) / "resources" / "schema"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (std::size_t version = 1; version < files.size(); ++version) {
        fs::remove(m_base);
        {
            SQLite::Database database(m_base.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
            for (std::size_t i = 0; i < version; ++i) database.exec(bytesOf(files[i]));
            database.exec(
                "PRAGMA application_id = 0x52635363;"
                "INSERT INTO dataset (name, users, items, interactions, source, format, has_times, tied_time_share,"
                " repeat_share, created_at, import_report, facts)"
                " VALUES ('kept', 1, 2, 3, 's', 'f', 1, 0, 0, 'now', '{}', '{}')");
            database.exec(fmt::format("PRAGMA user_version = {}", version));
        }
        kill(
            fmt::format("a migration from schema {}", version).c_str(),
            [](const fs::path& path) { Workspace::open(path); },
            [](const fs::path& path) {
                Workspace workspace = Workspace::open(path);
                ASSERT_EQ(DatasetStore(workspace).list().at(0).name, "kept");
            });
    }
}

}  // namespace
}  // namespace recscope
