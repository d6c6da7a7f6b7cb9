// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates what can go wrong on network file systems: locks do not work at all; locks work in the folder but not on
// SQLite's files; a lock seems to be held by another process for a while; there is no shared memory.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "core/data/importer.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/workspace.h"
#include "core/store/workspace_lock.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "tests/core/learn_support.h"
#include "tests/core/support/temporary_folder.h"
#include "tests/hostile/failing_vfs.h"
#include "tests/hostile/workspace_contents.h"

namespace {

std::atomic<int> flockError{0};  ///< the errno with which flock() fails, or 0 if it works

}  // namespace

/// Replaces flock() of the C library in this whole test program.
extern "C" int flock(int descriptor, int operation) noexcept {
    if (const int error = flockError) {
        errno = error;
        return -1;
    }
    return static_cast<int>(::syscall(SYS_flock, descriptor, operation));
}

namespace recscope {
namespace {

namespace fs = std::filesystem;

class NetworkLocksTest : public testing::Test {
protected:
    ~NetworkLocksTest() override { flockError = 0; }

    void expectNoLocks(const fs::path& path) {
        try {
            Workspace::open(path);
            ADD_FAILURE() << "it was opened without a lock";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::Workspace);
            EXPECT_NE(std::string(error.what()).find("cannot be locked"), std::string::npos) << error.what();
            EXPECT_NE(error.hint().find("network"), std::string::npos) << error.hint();
        }
    }

    TemporaryFolder m_folder;
    fs::path m_path = m_folder / "a.recscope";
};

TEST_F(NetworkLocksTest, AFolderWithoutLocksIsReportedAndNothingIsLeftInIt) {
    flockError = ENOLCK;  // as on NFS without its lock service
    expectNoLocks(m_path);
    EXPECT_TRUE(fs::is_empty(m_folder.path()));
    flockError = 0;
    { Workspace::open(m_path); }
    const auto before = contentsOf(m_path);
    flockError = EOPNOTSUPP;
    expectNoLocks(m_path);
    EXPECT_TRUE(contentsOf(m_path) == before);
    EXPECT_FALSE(WorkspaceLock::holder(m_path).has_value());
}

TEST_F(NetworkLocksTest, FilesThatSqliteCannotLockAreReportedAndNotChanged) {
    { Workspace::open(m_path); }
    const auto before = contentsOf(m_path);
    for (const int code : {SQLITE_IOERR_LOCK, SQLITE_IOERR_RDLOCK}) {
        FailingVfs vfs;
        vfs.fail({.call = DiskCall::Lock, .code = code, .duration = FaultDuration::Forever});
        expectNoLocks(m_path);
    }
    EXPECT_TRUE(contentsOf(m_path) == before);
}

TEST_F(NetworkLocksTest, OpeningWaitsForALockThatIsReleasedLate) {
    for (std::int64_t before = 0; before < 20; ++before) {  // the lock after `before` others is busy once
        SCOPED_TRACE(before);
        FailingVfs vfs;
        vfs.fail({.call = DiskCall::Lock, .before = before, .code = SQLITE_BUSY});
        Workspace workspace = Workspace::open(m_folder / fmt::format("{}.recscope", before));
        EXPECT_GT(addDataset(workspace, ringHistories()).users, 0);
        EXPECT_TRUE(vfs.hasFailed());
    }
}

TEST_F(NetworkLocksTest, WithoutSharedMemoryEverythingWorksWithoutAWriteAheadLog) {
    TrainRequest request;
    request.config = smallConfig("bpr_mf");
    request.device = DeviceChoice::Cpu;
    TrainObserver observer;
    PauseSwitch pause;
    const auto trainIn = [&](const fs::path& path) {
        Workspace workspace = Workspace::open(path);
        request.dataset = addDataset(workspace, ringHistories()).id;
        // A second connection reads meanwhile, as in the window.
        Workspace reader = workspace.anotherConnection();
        const RunRecord run = train(workspace, request, observer, pause, {});
        EXPECT_EQ(RunStore(reader).list().size(), 1u);
        return run;
    };
    const RunRecord expected = trainIn(m_folder / "local.recscope");
    {
        FailingVfs vfs;
        vfs.disableSharedMemory();
        const RunRecord run = trainIn(m_path);
        EXPECT_FALSE(fs::exists(m_path.string() + "-wal"));
        ASSERT_TRUE(run.test.has_value());
        EXPECT_EQ(run.test->ndcg10, expected.test->ndcg10);
    }
    EXPECT_EQ(damageOf(m_path), "");
    Workspace again = Workspace::open(m_path);
    EXPECT_EQ(RunStore(again).list().size(), 1u);
}

TEST_F(NetworkLocksTest, AWorkspaceInWalModeIsRefusedUnchangedWithoutSharedMemory) {
    {
        Workspace workspace = Workspace::open(m_path);
        addDataset(workspace, ringHistories());
    }
    const auto before = contentsOf(m_path);
    {
        FailingVfs vfs;
        vfs.disableSharedMemory();
        EXPECT_THROW(Workspace::open(m_path), Error);
    }
    EXPECT_TRUE(contentsOf(m_path) == before);
}

}  // namespace
}  // namespace recscope
