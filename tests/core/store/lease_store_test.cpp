// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the workers of a plan: which are alive, which run each of them trains, and that they write in turn.
#include "core/store/lease_store.h"

#include <gtest/gtest.h>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/worker_presence.h"
#include "tests/core/support/child.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

constexpr const char* kConfig = R"({"seed": 1})";
constexpr const char* kOtherConfig = R"({"seed": 2})";

class LeaseTest : public testing::Test {
protected:
    LeaseTest() {
        NewDataset dataset;
        dataset.info.name = "d";
        Workspace workspace = Workspace::open(m_path);
        m_dataset = DatasetStore(workspace).add(dataset, {}).id;
    }
    /// A worker process that has claimed the run with `kConfig`. Create it while this process has no connection,
    /// because SQLite's connections do not survive a fork.
    Child claimant() const {
        return Child([this] {
            Workspace workspace = Workspace::openToShare(m_path);
            if (!LeaseStore(workspace).claim(m_dataset, kConfig)) throw std::runtime_error("not claimed");
            addRun(workspace, "running");
            return workspace;
        });
    }
    void addRun(Workspace& workspace, const std::string& name) const {
        RunRecord run;
        run.name = name;
        run.dataset = m_dataset;
        RunStore(workspace).add(run);
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_path = m_folder / "a.recscope";
    DatasetId m_dataset = 0;
};

TEST_F(LeaseTest, OneRunIsClaimedByOneWorker) {
    Workspace a = Workspace::openToShare(m_path), b = Workspace::openToShare(m_path);
    EXPECT_NE(a.worker(), b.worker());
    EXPECT_EQ(a.anotherConnection().worker(), a.worker());
    EXPECT_TRUE(LeaseStore(a).claim(m_dataset, kConfig));
    EXPECT_FALSE(LeaseStore(b).claim(m_dataset, kConfig));
    EXPECT_TRUE(LeaseStore(b).claim(m_dataset, kOtherConfig));
    EXPECT_TRUE(LeaseStore(a).claim(m_dataset, kConfig));
    LeaseStore(b).release(m_dataset, kConfig);  // not its own
    EXPECT_FALSE(LeaseStore(b).claim(m_dataset, kConfig));
    LeaseStore(a).release(m_dataset, kConfig);
    EXPECT_TRUE(LeaseStore(b).claim(m_dataset, kConfig));
}

TEST_F(LeaseTest, AWorkerThatEndsLosesItsClaims) {
    std::optional<Workspace> a = Workspace::openToShare(m_path);
    Workspace b = Workspace::openToShare(m_path);
    ASSERT_TRUE(LeaseStore(*a).claim(m_dataset, kConfig));
    a.reset();
    EXPECT_TRUE(LeaseStore(b).claim(m_dataset, kConfig));
}

TEST_F(LeaseTest, AKilledWorkerLosesItsClaimsAndASuspendedOneKeepsThem) {
    {
        const Child child = claimant();
        ::kill(child.pid(), SIGSTOP);
        Workspace workspace = Workspace::openToShare(m_path);
        EXPECT_FALSE(LeaseStore(workspace).claim(m_dataset, kConfig));
    }
    Workspace workspace = Workspace::openToShare(m_path);
    EXPECT_TRUE(LeaseStore(workspace).claim(m_dataset, kConfig));
}

TEST_F(LeaseTest, LivingWorkersAreListedByAnyPathAndDeadOnesAreForgotten) {
    std::filesystem::create_symlink(m_path, m_folder / "link.recscope");
    {
        const Child child([this] { return Workspace::openToShare(m_path); });
        for (const auto& path : {m_path, m_folder / "link.recscope"}) {
            const std::vector<LiveWorker> workers = WorkerPresence::live(path);
            ASSERT_EQ(workers.size(), 1u) << path;
            EXPECT_EQ(workers.front().process, child.pid());
        }
    }
    EXPECT_TRUE(WorkerPresence::live(m_path).empty());
    for (const auto& entry : std::filesystem::directory_iterator(m_path.parent_path()))
        EXPECT_EQ(entry.path().filename().string().find(".worker-"), std::string::npos) << entry.path();
}

/// This holds even while the worker has no lease, because it may be between two runs.
TEST_F(LeaseTest, WhileAWorkerLivesNobodyElseOpensTheWorkspaceForWritingAlone) {
    const Child child([this] {
        Workspace workspace = Workspace::openToShare(m_path);
        addRun(workspace, "running");
        return workspace;
    });
    EXPECT_ERROR(Workspace::open(m_path), ErrorKind::Workspace, "process " + std::to_string(child.pid()));
    Workspace reader = Workspace::openToRead(m_path);
    EXPECT_TRUE(reader.isReadOnly());
    EXPECT_EQ(RunStore(reader).byName("running").state, RunState::Running);
    Workspace sharer = Workspace::openToShare(m_path);
    EXPECT_NO_THROW(addRun(sharer, "another"));
    EXPECT_EQ(RunStore(sharer).byName("running").state, RunState::Running);
}

TEST_F(LeaseTest, TheTablesAreNotChangedUnderAWorkerOfAnotherVersion) {
    constexpr int kOther = 1;
    const Child child([this] { return Workspace::openToShare(m_path); });
    SQLite::Database database(m_path.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA user_version = " + std::to_string(kOther));
    EXPECT_ERROR(Workspace::open(m_path), ErrorKind::Workspace, "process " + std::to_string(child.pid()));
    EXPECT_ERROR(Workspace::openToRead(m_path), ErrorKind::Workspace, "another version of RecScope");
    EXPECT_ERROR(Workspace::openToShare(m_path), ErrorKind::Workspace, "another version of RecScope");
    EXPECT_EQ(database.execAndGet("PRAGMA user_version").getInt(), kOther);
}

TEST_F(LeaseTest, AWorkerWhoseFileCannotBeReadIsNotPresumedDead) {
    const std::filesystem::path file = m_path.string() + ".worker-1";
    std::filesystem::create_symlink(file, file);  // cannot be opened, not even by root
    EXPECT_ERROR(WorkerPresence::isAlive(m_path, "1"), ErrorKind::Workspace, "cannot be read");
    EXPECT_ERROR(Workspace::open(m_path), ErrorKind::Workspace, "cannot be read");
}

TEST_F(LeaseTest, AfterTheLastWorkerDiedItsRunIsInterrupted) {
    { const Child child = claimant(); }
    Workspace workspace = Workspace::open(m_path);
    EXPECT_EQ(RunStore(workspace).byName("running").state, RunState::Stopped);
    EXPECT_EQ(workspace.connection().database.execAndGet("SELECT count(*) FROM lease").getInt(), 0);
}

TEST_F(LeaseTest, ProcessesWriteInTurnAndLoseNothing) {
    constexpr int kProcesses = 4, kRuns = 40;
    std::vector<pid_t> processes;
    for (int process = 0; process < kProcesses; ++process) {
        processes.push_back(::fork());
        if (processes.back() != 0) continue;
        try {
            Workspace workspace = Workspace::openToShare(m_path);
            for (int i = 0; i < kRuns; ++i) addRun(workspace, std::to_string(process) + "/" + std::to_string(i));
        } catch (const std::exception&) {
            ::_exit(1);
        }
        ::_exit(0);
    }
    for (const pid_t process : processes) {
        int status = -1;
        EXPECT_EQ(::waitpid(process, &status, 0), process);
        EXPECT_EQ(status, 0);
    }
    Workspace workspace = Workspace::open(m_path);
    EXPECT_EQ(RunStore(workspace).list().size(), static_cast<std::size_t>(kProcesses * kRuns));
    EXPECT_EQ(workspace.connection().database.execAndGet("PRAGMA integrity_check").getString(), "ok");
}

}  // namespace
}  // namespace recscope
