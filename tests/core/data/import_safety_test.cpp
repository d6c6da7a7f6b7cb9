// SPDX-License-Identifier: GPL-3.0-or-later
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

using ImportSafetyTest = ImporterTest;

TEST_F(ImportSafetyTest, ReportsProgressInBothStages) {
    std::string bytes;
    for (int i = 0; i < 120000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    std::vector<Progress> updates;
    importDataset(m_workspace, optionsFor(m_folder.write("a.txt", bytes)),
                  [&](const Progress& p) { updates.push_back(p); }, {});
    ASSERT_GE(updates.size(), 3u);
    EXPECT_EQ(updates.front().unit, "bytes");
    EXPECT_EQ(updates.front().total, static_cast<std::int64_t>(bytes.size()));
    EXPECT_EQ(updates.back().unit, "rows");
    EXPECT_EQ(updates.back().done, 120000);
}

TEST_F(ImportSafetyTest, AStopInEitherStageLeavesTheWorkspaceAsItWas) {
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

TEST_F(ImportSafetyTest, AKilledImportLeavesNoHalfDataset) {
    std::string bytes;
    for (int i = 0; i < 200000; ++i) bytes += std::to_string(i / 60 + 1) + " " + std::to_string(i % 50 + 1) + "\n";
    const auto options = optionsFor(m_folder.write("a.txt", bytes));
    const auto path = m_folder / "killed.recscope";
    const pid_t child = ::fork();
    if (child == 0) {
        Workspace workspace = Workspace::open(path);
        // A small cache makes SQLite write into the file before the import ends.
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

/// Imports onto a disk of 3 MiB and returns an exit status: 0 if the import reports that the disk is full and stores
/// nothing, 77 if such a disk cannot be mounted on this machine, 1 if the import succeeds, 2 after another error, 3 if
/// a dataset was stored, 4 if the workspace is damaged.
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

TEST_F(ImportSafetyTest, AFullDiskIsReportedAndStoresNothing) {
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

}  // namespace
}  // namespace recscope
