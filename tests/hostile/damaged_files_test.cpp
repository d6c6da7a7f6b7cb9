// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "core/store/cohort_store.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/queue_store.h"
#include "core/store/run_store.h"
#include "core/store/scenario_store.h"
#include "core/store/timeline_store.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "core/util/random.h"
#include "tests/core/learn_support.h"
#include "tests/core/support/temporary_folder.h"
#include "tests/hostile/workspace_contents.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

/// The exit code of the process that reads a workspace.
enum ReadResult {
    kAllRead = 0,         ///< everything could be read
    kRefused = 3,         ///< recscope::Error with a message was thrown, as it should be for a damaged file
    kOtherException = 4,  ///< anything else was thrown
};

/// Reads everything in a workspace that the window can show.
void readAll(const fs::path& path) {
    Workspace workspace = Workspace::open(path, Workspace::IfMissing::Fail);
    const DatasetStore datasets(workspace);
    for (const DatasetInfo& dataset : datasets.list()) {
        datasets.histories(dataset.id);
        datasets.items(dataset.id);
        datasets.genres(dataset.id);
        datasets.itemCounts(dataset.id);
        datasets.history(dataset.id, 3);
        datasets.plantedCauses(dataset.id, 3);
        datasets.user(dataset.id, 3);
        DatasetEditor(workspace).notes(dataset.id);
        ScenarioStore(workspace).list(dataset.id);
        CohortStore(workspace).list(dataset.id);
        TimelineStore(workspace).pinned(dataset.id);
    }
    const RunStore runs(workspace);
    for (const RunRecord& run : runs.list()) {
        runs.epochs(run.id);
        runs.steps(run.id);
        for (const EvaluationRecord& evaluation : runs.evaluations(run.id))
            runs.ranks(run.id, evaluation.split, evaluation.protocol);
        runs.checkpoint(run.id, CheckpointKind::Best);
        runs.checkpoint(run.id, CheckpointKind::Last);
        TimelineStore timelines(workspace);
        for (const std::int32_t user : timelines.users(run.id))
            for (const std::int64_t epoch : timelines.epochs(run.id, user)) timelines.snapshot(run.id, user, epoch);
    }
    QueueStore(workspace).list();
}

/// Reads the workspace in a child process, which may crash. Returns the child's exit code (a ReadResult), or minus the
/// number of the signal that ended it.
int readInChild(const fs::path& path) {
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            readAll(path);
            ::_exit(kAllRead);
        } catch (const Error& error) {
            ::_exit(error.what()[0] ? kRefused : kOtherException);
        } catch (const std::exception& error) {
            fmt::print(stderr, "not a recscope::Error: {}\n", error.what());
            ::_exit(kOtherException);
        }
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

class DamagedFileTest : public testing::Test {
protected:
    // A child process creates the workspace: the training starts threads of LibTorch, and a process with such threads
    // must not fork, which each test does.
    static void SetUpTestSuite() {
        s_folder = new TemporaryFolder;
        const pid_t child = ::fork();
        if (child == 0) {
            {
                Workspace workspace = Workspace::open(*s_folder / "whole.recscope");
                const DatasetId ring = addDataset(workspace, ringHistories()).id;
                TimelineStore(workspace).pin(ring, 3);
                ScenarioStore(workspace).save(ring, "u1", "a", std::vector<Token>{1, 2},
                                              std::vector<EditedItem>{{.token = 4}});
                TrainObserver observer;
                PauseSwitch pause;
                train(workspace,
                      {.dataset = ring, .config = smallConfig("sasrec"), .runName = {}, .device = DeviceChoice::Cpu},
                      observer, pause, {});
            }
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_EQ(status, 0);
        s_bytes = bytesOf(*s_folder / "whole.recscope");
    }
    static void TearDownTestSuite() {
        delete s_folder;
        s_folder = nullptr;
    }

    /// Writes a workspace file with these bytes and expects that reading it succeeds or is refused with a message, and
    /// leaves the file unchanged. `what` describes the damage.
    void expectReadOrRefused(const std::string& bytes, const std::string& what) {
        for (const char* suffix : {"-wal", "-shm", "-journal", ".lock"}) fs::remove(m_path.string() + suffix);
        std::ofstream(m_path, std::ios::binary) << bytes;
        const int result = readInChild(m_path);
        ++m_results[result];
        EXPECT_TRUE(result == kAllRead || result == kRefused) << what << ": " << result;
        EXPECT_TRUE(bytesOf(m_path) == bytes) << what << " changed the file";
    }

    static inline TemporaryFolder* s_folder = nullptr;
    static inline std::string s_bytes;  ///< of the undamaged workspace
    fs::path m_path = *s_folder / "damaged.recscope";
    std::map<int, int> m_results;  ///< result of readInChild -> how often it was returned
};

TEST_F(DamagedFileTest, AnUndamagedFileIsRead) {
    expectReadOrRefused(s_bytes, "undamaged");
    EXPECT_EQ(m_results[kAllRead], 1);
}

// SQLite keeps no checksums: a flipped bit in a title reads as another letter. There must be no crash, no hang, no raw
// SQLite error and no change to the file.
TEST_F(DamagedFileTest, AFlippedBitInAnyPageIsReadOrRefused) {
    constexpr std::size_t kPageBytes = 16384;  // as in core/store/workspace.cpp
    Random random({5});
    for (std::size_t page = 0; page * kPageBytes < s_bytes.size(); ++page) {
        // Two of the four bytes are near the start of the page, because damage to the page's header there is the worst.
        for (const std::size_t offset :
             {random.below(12), random.below(64), random.below(kPageBytes), random.below(kPageBytes)}) {
            const std::size_t byte = page * kPageBytes + offset;
            if (byte >= s_bytes.size()) continue;
            std::string bytes = s_bytes;
            const auto bit = static_cast<int>(random.below(8));
            bytes[byte] = static_cast<char>(bytes[byte] ^ (1 << bit));
            expectReadOrRefused(bytes, fmt::format("bit {} of byte {}", bit, byte));
        }
    }
    EXPECT_GT(m_results[kRefused], 0);
    EXPECT_GT(m_results[kAllRead], 0);
}

TEST_F(DamagedFileTest, EveryFlippedBitOfTheHeaderIsReadOrRefused) {
    // The header of an SQLite file is its first 100 bytes. Bytes 72 to 91 are reserved (sqlite.org/fileformat2.html,
    // section 1.3), so one bit of each is enough.
    for (std::size_t byte = 0; byte < 100; ++byte)
        for (int bit = 0; bit < (byte >= 72 && byte < 92 ? 1 : 8); ++bit) {
            std::string bytes = s_bytes;
            bytes[byte] = static_cast<char>(bytes[byte] ^ (1 << bit));
            expectReadOrRefused(bytes, fmt::format("bit {} of byte {} of the header", bit, byte));
        }
}

TEST_F(DamagedFileTest, AFileCutOffAnywhereIsReadOrRefused) {
    for (std::size_t length = 1; length < s_bytes.size(); length += length < 200 ? 33 : 5003)
        expectReadOrRefused(s_bytes.substr(0, length), fmt::format("{} of {} bytes", length, s_bytes.size()));
}

}  // namespace
}  // namespace recscope
