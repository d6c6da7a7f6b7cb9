// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <ostream>

#include "core/adopt/adopt.h"
#include "core/data/importer.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/workspace_copy.h"
#include "core/train/export.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "tests/core/learn_support.h"
#include "tests/core/support/temporary_folder.h"
#include "tests/hostile/failing_vfs.h"
#include "tests/hostile/workspace_contents.h"

namespace recscope {

constexpr std::array kCallNames = {"Open", "Read", "Write", "Sync", "Truncate", "Delete", "Lock", "SharedMemory"};

std::ostream& operator<<(std::ostream& out, const DiskFault& fault) {
    return out << fmt::format("{} number {} fails{}, code {}", kCallNames.at(static_cast<std::size_t>(fault.call)),
                              fault.before + 1, fault.duration == FaultDuration::Forever ? " and all after it" : "",
                              fault.code);
}

namespace {

namespace fs = std::filesystem;

using Work = std::function<void(const fs::path&)>;
/// Checks the workspace after the work; `failed` is true if the work threw a recscope::Error.
using Check = std::function<void(const fs::path&, bool failed)>;

/// Repeats the work, each time on a fresh copy of the workspace, which the work opens and closes. The first time the
/// first disk call of the parameter's kind fails, the next time the second one, and so on, until the work makes too few
/// calls for one to fail.
class FailingDiskTest : public testing::TestWithParam<DiskFault> {
protected:
    void withEachCallFailing(const Work& work, const Check& check) {
        DiskFault fault = GetParam();
        int errors = 0;  // attempts in which the work threw
        for (fault.before = 0;; ++fault.before) {
            SCOPED_TRACE(testing::PrintToString(fault));
            copyWorkspace(m_base, m_path);
            bool callFailed = false, workThrew = false;
            {
                FailingVfs vfs;
                vfs.fail(fault);
                try {
                    work(m_path);
                } catch (const Error& error) {
                    workThrew = true;
                    EXPECT_EQ(error.kind(), ErrorKind::Workspace) << error.what();
                    EXPECT_FALSE(std::string(error.what()).empty());
                    EXPECT_FALSE(error.hint().empty()) << error.what();
                } catch (const std::exception& error) {
                    ADD_FAILURE() << "not a recscope::Error: " << error.what();
                }
                callFailed = vfs.hasFailed();
            }
            errors += workThrew;
            EXPECT_EQ(damageOf(m_path), "");
            check(m_path, workThrew);
            if (!callFailed || HasFailure()) break;
        }
        RecordProperty("calls", std::to_string(fault.before));
        RecordProperty("errors", errors);
    }

    TemporaryFolder m_folder;
    fs::path m_base = m_folder / "base.recscope";   ///< the workspace before the work
    fs::path m_path = m_folder / "tried.recscope";  ///< the copy with which the work runs
};

TEST_P(FailingDiskTest, AnImportIsStoredCompletelyOrNotAtAll) {
    { Workspace::open(m_base); }
    std::string rows;
    for (int i = 0; i < 3000; ++i) rows += fmt::format("{} {}\n", i / 30 + 1, (i * 7) % 50 + 1);
    ImportOptions options;
    options.path = m_folder.write("ratings.txt", rows);
    const auto before = contentsOf(m_base);
    withEachCallFailing(
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            importDataset(workspace, options, {}, {});
        },
        [&](const fs::path& path, bool failed) {
            if (failed) {
                EXPECT_TRUE(contentsOf(path) == before);
            }
            Workspace workspace = Workspace::open(path);
            const auto datasets = DatasetStore(workspace).list();
            ASSERT_EQ(datasets.size(), failed ? 0u : 1u);
            if (!failed) {
                EXPECT_EQ(datasets.front().interactions, 3000);
            }
        });
}

TEST_P(FailingDiskTest, ARunResumesToTheNumbersOfAnUninterruptedRun) {
    TrainRequest request;
    {
        Workspace workspace = Workspace::open(m_base);
        request.dataset = addDataset(workspace, ringHistories()).id;
    }
    request.config = smallConfig("bpr_mf");
    request.device = DeviceChoice::Cpu;
    TrainObserver observer;
    PauseSwitch pause;
    copyWorkspace(m_base, m_path);
    RunRecord expected;
    {
        Workspace workspace = Workspace::open(m_path);
        expected = train(workspace, request, observer, pause, {});
    }
    ASSERT_EQ(expected.state, RunState::Finished);
    const auto dataset = contentsOf(m_base)["interaction"];
    withEachCallFailing(
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            train(workspace, request, observer, pause, {});
        },
        [&](const fs::path& path, bool) {
            EXPECT_EQ(contentsOf(path)["interaction"], dataset);
            Workspace workspace = Workspace::open(path);
            const std::vector<RunRecord> runs = RunStore(workspace).list();
            ASSERT_LE(runs.size(), 1u);
            if (runs.empty()) return;
            EXPECT_NE(runs[0].state, RunState::Running);
            const RunRecord ended = runs[0].state == RunState::Finished
                                        ? runs[0]
                                        : resumeTraining(workspace, runs[0].id, DeviceChoice::Cpu, observer, pause, {});
            EXPECT_EQ(ended.state, RunState::Finished);
            ASSERT_TRUE(ended.test.has_value());
            EXPECT_EQ(ended.test->ndcg10, expected.test->ndcg10);
            EXPECT_EQ(ended.epochsDone, expected.epochsDone);
        });
}

TEST_P(FailingDiskTest, AnAdoptedRunIsStoredCompletelyOrNotAtAll) {
    AdoptRequest request;
    request.path = m_folder / "run.safetensors";
    {
        Workspace workspace = Workspace::open(m_base);
        request.dataset = addDataset(workspace, ringHistories()).id;
        TrainObserver observer;
        PauseSwitch pause;
        const RunRecord run =
            train(workspace, {.dataset = request.dataset, .config = smallConfig("bpr_mf"), .runName = "first"},
                  observer, pause, {});
        exportRunArchive(workspace, run.id, request.path);
    }
    const auto before = contentsOf(m_base);
    withEachCallFailing(
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            adoptRun(workspace, request);
        },
        [&](const fs::path& path, bool failed) {
            if (failed) {
                EXPECT_TRUE(contentsOf(path) == before);
            }
            Workspace workspace = Workspace::open(path);
            EXPECT_EQ(RunStore(workspace).list().size(), failed ? 1u : 2u);
        });
}

TEST_P(FailingDiskTest, ACopyIsCompleteOrAbsent) {
    DatasetId dataset = 0;
    {
        Workspace workspace = Workspace::open(m_base);
        dataset = addDataset(workspace, ringHistories()).id;
        DatasetEditor(workspace).rename(dataset, "circle");
        addDataset(workspace, ringHistories());
    }
    const auto before = contentsOf(m_base);
    const fs::path copy = m_folder / "copy.recscope";
    for (const auto& requested : {std::optional<DatasetId>(), std::optional(dataset)}) {
        fs::remove(copy);
        withEachCallFailing(
            [&](const fs::path& path) {
                Workspace workspace = Workspace::open(path);
                copyWorkspace(workspace, {.path = copy, .dataset = requested}, {}, {});
            },
            [&](const fs::path& path, bool failed) {
                EXPECT_TRUE(contentsOf(path) == before);
                EXPECT_NE(fs::exists(copy), failed);
                EXPECT_FALSE(fs::exists(copy.string() + ".part"));
                if (fs::exists(copy)) {
                    EXPECT_EQ(damageOf(copy), "");
                    Workspace opened = Workspace::open(copy);
                    EXPECT_EQ(DatasetStore(opened).list().size(), requested ? 1u : 2u);
                }
                fs::remove(copy);
            });
    }
}

TEST_P(FailingDiskTest, ARenamingIsStoredOrHasNoEffect) {
    DatasetId dataset = 0;
    {
        Workspace workspace = Workspace::open(m_base);
        dataset = addDataset(workspace, ringHistories()).id;
    }
    const auto before = contentsOf(m_base);
    withEachCallFailing(
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            DatasetEditor(workspace).rename(dataset, "circle");
        },
        [&](const fs::path& path, bool failed) {
            if (failed) {
                EXPECT_TRUE(contentsOf(path) == before);
            }
            Workspace workspace = Workspace::open(path);
            EXPECT_EQ(DatasetStore(workspace).list().at(0).name, failed ? "ring" : "circle");
        });
}

TEST_P(FailingDiskTest, ARemovedDatasetIsUnchangedOrGone) {
    DatasetId dataset = 0;
    {
        Workspace workspace = Workspace::open(m_base);
        dataset = addDataset(workspace, ringHistories()).id;
    }
    const auto before = contentsOf(m_base);
    withEachCallFailing(
        [&](const fs::path& path) {
            Workspace workspace = Workspace::open(path);
            DatasetEditor(workspace).remove(dataset);
            DatasetEditor(workspace).finishRemovals({}, {});
        },
        [&](const fs::path& path, bool failed) {
            bool isStored = false;
            {
                Workspace workspace = Workspace::open(path);
                isStored = !DatasetStore(workspace).list().empty();
                EXPECT_TRUE(failed || !isStored);
                DatasetEditor(workspace).resumeDeletion({}, {});
            }
            const auto after = contentsOf(path);
            if (isStored) {
                EXPECT_TRUE(after == before);
            } else {
                EXPECT_FALSE(after.contains("interaction") || after.contains("user") || after.contains("item"));
            }
        });
}

std::string nameOf(const testing::TestParamInfo<DiskFault>& test) {
    return std::string(kCallNames.at(static_cast<std::size_t>(test.param.call))) +
           (test.param.duration == FaultDuration::Once ? "Once" : "Forever");
}

INSTANTIATE_TEST_SUITE_P(
    Calls, FailingDiskTest,
    testing::Values(DiskFault{.call = DiskCall::Write, .code = SQLITE_IOERR_WRITE},
                    DiskFault{.call = DiskCall::Write, .code = SQLITE_FULL, .duration = FaultDuration::Forever},
                    DiskFault{.call = DiskCall::Sync, .code = SQLITE_IOERR_FSYNC},
                    DiskFault{.call = DiskCall::Sync, .code = SQLITE_IOERR_FSYNC, .duration = FaultDuration::Forever},
                    DiskFault{.call = DiskCall::Truncate, .code = SQLITE_IOERR_TRUNCATE},
                    DiskFault{.call = DiskCall::Delete, .code = SQLITE_IOERR_DELETE},
                    DiskFault{.call = DiskCall::Open, .code = SQLITE_CANTOPEN},
                    DiskFault{.call = DiskCall::Read, .code = SQLITE_IOERR_READ},
                    DiskFault{.call = DiskCall::Lock, .code = SQLITE_IOERR_LOCK},
                    DiskFault{.call = DiskCall::Lock, .code = SQLITE_IOERR_LOCK, .duration = FaultDuration::Forever},
                    DiskFault{.call = DiskCall::SharedMemory, .code = SQLITE_IOERR_SHMMAP}),
    nameOf);

}  // namespace
}  // namespace recscope
