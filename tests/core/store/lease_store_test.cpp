// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lease_store.h"

#include <gtest/gtest.h>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "tests/core/support/child.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

class LeaseTest : public testing::Test {
protected:
    LeaseTest() {
        NewDataset dataset;
        dataset.info.name = "d";
        Workspace workspace = Workspace::open(m_path);
        m_dataset = DatasetStore(workspace).add(dataset, {}).id;
    }
    /// A process that has claimed the run "{}". To be made while this process has no connection, because SQLite's
    /// connections do not survive a fork.
    Child claimant() const {
        return Child([this] {
            Workspace workspace = Workspace::openToShare(m_path);
            if (!LeaseStore(workspace).claim(m_dataset, "{}", "a")) throw std::runtime_error("not claimed");
            addRun(workspace, "running");
            return workspace;
        });
    }
    static void sql(Workspace& workspace, const std::string& text) { workspace.connection().database.exec(text); }
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

TEST_F(LeaseTest, OneRunIsHeldByOneWorker) {
    Workspace workspace = Workspace::openToShare(m_path);
    LeaseStore leases(workspace);
    EXPECT_TRUE(leases.claim(m_dataset, "{}", "a"));
    EXPECT_FALSE(leases.claim(m_dataset, "{}", "b"));
    EXPECT_TRUE(leases.claim(m_dataset, R"({"seed": 2})", "b"));
    EXPECT_TRUE(leases.claim(m_dataset, "{}", "a"));
    EXPECT_EQ(leases.live().size(), 2u);
    leases.release("a");
    EXPECT_EQ(leases.live().size(), 1u);
    EXPECT_TRUE(leases.claim(m_dataset, "{}", "b"));
}

TEST_F(LeaseTest, ALeaseThatIsNotRenewedExpires) {
    Workspace workspace = Workspace::openToShare(m_path);
    LeaseStore leases(workspace);
    ASSERT_TRUE(leases.claim(m_dataset, "{}", "a"));
    sql(workspace, "UPDATE lease SET expires = unixepoch() - 1");
    EXPECT_TRUE(leases.live().empty());
    leases.renew("a");
    EXPECT_EQ(leases.live().size(), 1u);
    sql(workspace, "UPDATE lease SET expires = unixepoch() - 1");
    EXPECT_TRUE(leases.claim(m_dataset, "{}", "b"));
    leases.renew("a");
    EXPECT_FALSE(leases.claim(m_dataset, "{}", "c"));
    EXPECT_EQ(leases.live().front().worker, "b");
}

TEST_F(LeaseTest, ADeadProcessLosesItsLeasesImmediately) {
    {
        const Child child = claimant();
        Workspace workspace = Workspace::openToShare(m_path);
        EXPECT_FALSE(LeaseStore(workspace).claim(m_dataset, "{}", "b"));
    }
    Workspace workspace = Workspace::openToShare(m_path);
    EXPECT_TRUE(LeaseStore(workspace).claim(m_dataset, "{}", "b"));
}

TEST_F(LeaseTest, NothingIsWrittenWithoutTheLease) {
    Workspace workspace = Workspace::openToShare(m_path);
    LeaseStore leases(workspace);
    ASSERT_TRUE(leases.claim(m_dataset, "{}", "a"));
    workspace.setWriteGuard([&] { leases.require(m_dataset, "{}", "a"); });
    EXPECT_NO_THROW(addRun(workspace, "held"));
    sql(workspace, "UPDATE lease SET worker = 'b'");
    EXPECT_THROW(addRun(workspace, "lost"), LeaseLost);
    workspace.setWriteGuard({});
    EXPECT_EQ(RunStore(workspace).list().size(), 1u);
    EXPECT_NO_THROW(addRun(workspace, "free again"));
}

TEST_F(LeaseTest, WhileAWorkerLivesNobodyElseWritesAloneAndItsRunIsNotInterrupted) {
    const Child child = claimant();
    EXPECT_ERROR(Workspace::open(m_path), ErrorKind::Workspace, "process " + std::to_string(child.pid()));
    Workspace reader = Workspace::openToRead(m_path);
    EXPECT_TRUE(reader.onlyReads());
    EXPECT_EQ(RunStore(reader).byName("running").state, RunState::Running);
    Workspace sharer = Workspace::openToShare(m_path);
    EXPECT_NO_THROW(addRun(sharer, "another"));
    EXPECT_EQ(RunStore(sharer).byName("running").state, RunState::Running);
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
