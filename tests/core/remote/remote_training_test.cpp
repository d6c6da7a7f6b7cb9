// SPDX-License-Identifier: GPL-3.0-or-later
// Tests training on another machine. The other machine is this one, reached through a real sshd.
#include "core/remote/remote_training.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <numeric>

#include "core/remote/machine_check.h"
#include "core/store/dataset_copy.h"
#include "core/util/sha256.h"
#include "loopback.h"
#include "remote_fixture.h"

namespace recscope::test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kLong = 100'000;  // epochs; the tests do not wait for the end
constexpr std::int64_t kMany = 1'000;    // epochs; enough for a signal to arrive before the end, but soon done

class RemoteTrainingTest : public RemoteFixture {
protected:
    /// The content of a file in the only run folder on the machine; empty unless there is exactly one folder.
    std::string remoteFile(const char* file) {
        const auto folders = m_loopback.runFolders();
        if (folders.size() != 1) return {};
        std::ifstream stream(folders.front() / file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// Kills the process that trains on the machine.
    void killRemoteTraining() { ASSERT_EQ(::kill(std::stoi(remoteFile("pid")), SIGKILL), 0); }
    /// Returns once the pause request has reached the machine.
    void waitForPause() {
        while (!fs::exists(m_loopback.runFolders().front() / "paused"))
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }

    Loopback m_loopback;
};

TEST_F(RemoteTrainingTest, AMachineReportsItsFacts) {
    const MachineFacts facts = queryMachine(m_machine);
    EXPECT_GT(facts.cores, 0);
    EXPECT_GT(facts.freeKib, 0);
    EXPECT_TRUE(facts.sentence().starts_with("Ready: RecScope ")) << facts.sentence();
    EXPECT_NE(facts.sentence().find("GB free"), std::string::npos);
}

TEST_F(RemoteTrainingTest, ARemoteRunEqualsALocalOneAndLeavesNoFolder) {
    auto following = begin(5, "it's \"mine\"; $(x)");
    const RunRecord run = following->run.get();
    expectSame(run, trainHere(5));
    EXPECT_EQ(run.name, "it's \"mine\"; $(x)");
    EXPECT_EQ(run.device.machine, "loopback");
    EXPECT_EQ(run.device.kind, DeviceKind::Cpu);
    EXPECT_EQ(following->watcher.epochs(), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    EXPECT_TRUE(m_loopback.runFolders().empty());
    EXPECT_FALSE(RemoteStore(*m_workspace).of(run.id));
    EXPECT_TRUE(RemoteStore(*m_workspace).leftovers().empty());
}

TEST_F(RemoteTrainingTest, TheDatasetIsSentOnceAndResumesAfterABrokenConnection) {
    const fs::path copy = m_loopback.folder() / "copy.recscope", again = m_loopback.folder() / "again.recscope";
    copyDataset(*m_workspace, m_dataset, copy, {});
    copyDataset(*m_workspace, m_dataset, again, {});
    EXPECT_EQ(sha256OfFile(copy), sha256OfFile(again));
    const auto size = static_cast<std::int64_t>(fs::file_size(copy));

    const std::int64_t sentBeforeCut = 320'000,
                       maxOverhead = 150'000;  // in bytes; twice what all requests together need
    ASSERT_GT(size, sentBeforeCut + maxOverhead);
    m_loopback.relay().slowDown();
    auto first = begin(2);
    while (remoteFile("dataset.part").size() < std::size_t(sentBeforeCut))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    m_loopback.relay().cut();
    ASSERT_TRUE(first->watcher.waitForWords("The connection to loopback is lost; retrying in 1 second"));
    const auto arrived = static_cast<std::int64_t>(remoteFile("dataset.part").size());
    const std::int64_t sent = m_loopback.relay().bytesUp();
    m_loopback.relay().restore();
    EXPECT_EQ(first->run.get().state, RunState::Finished);
    EXPECT_TRUE(first->watcher.wasReported("Sending the dataset to loopback"));
    EXPECT_LT(m_loopback.relay().bytesUp() - sent, size - arrived + maxOverhead);  // resumed, not restarted

    const std::int64_t afterFirst = m_loopback.relay().bytesUp();
    EXPECT_EQ(begin(2)->run.get().state, RunState::Finished);
    EXPECT_LT(m_loopback.relay().bytesUp() - afterFirst, maxOverhead);
}

TEST_F(RemoteTrainingTest, ABrokenConnectionDoesNotEndTheRun) {
    auto following = begin(300);
    ASSERT_TRUE(following->watcher.waitForEpoch(3));
    m_loopback.relay().cut();
    ASSERT_TRUE(following->watcher.waitForWords("is lost; retrying in 2 seconds"));
    m_loopback.relay().restore();
    const RunRecord run = following->run.get();
    expectSame(run, trainHere(300));
    std::vector<std::int64_t> all(300);
    std::iota(all.begin(), all.end(), 1);
    EXPECT_EQ(following->watcher.epochs(), all);  // each once, in order
}

TEST_F(RemoteTrainingTest, AfterClosingTheRunContinuesRemotelyAndReopeningFollowsIt) {
    auto left = begin(kLong);
    ASSERT_TRUE(left->watcher.waitForEpoch(2));
    const RunId id = left->watcher.run();
    left->end(AtStop::Leave);
    EXPECT_EQ(left->failure(), "cancelled");
    const std::string pid = remoteFile("pid");
    m_workspace.reset();
    m_workspace = m_temporary.open();
    EXPECT_EQ(stored(id).state, RunState::Running);
    const std::int64_t known = stored(id).epochsDone;
    EXPECT_GE(known, 2);
    EXPECT_EQ(RunStore(*m_workspace).epochs(id).size(), std::size_t(known));

    auto followed = reattach(id, Reattach::Follow);
    ASSERT_TRUE(followed->watcher.waitForEpoch(known + 2));
    EXPECT_EQ(followed->watcher.epochs().front(), known + 1);
    EXPECT_EQ(remoteFile("pid"), pid);  // the same training
    followed->end(AtStop::End);
    EXPECT_EQ(followed->run.get().state, RunState::Stopped);
}

TEST_F(RemoteTrainingTest, StoppingKeepsTheBestWeightsAndResumingGivesTheSameResult) {
    auto following = begin(kMany);
    ASSERT_TRUE(following->watcher.waitForEpoch(3));
    following->pause.pause();
    waitForPause();
    following->end(AtStop::End);
    const RunRecord stopped = following->run.get();
    EXPECT_EQ(stopped.state, RunState::Stopped);
    EXPECT_GE(stopped.epochsDone, 3);
    EXPECT_LT(stopped.epochsDone, kMany);
    ASSERT_TRUE(RunStore(*m_workspace).checkpoint(stopped.id, CheckpointKind::Best));
    expectSame(reattach(stopped.id, Reattach::Resume)->run.get(), trainHere(kMany));
}

TEST_F(RemoteTrainingTest, APausedRunWaitsAndResumes) {
    auto following = begin(kMany);
    ASSERT_TRUE(following->watcher.waitForEpoch(2));
    following->pause.pause();
    waitForPause();
    std::this_thread::sleep_for(std::chrono::seconds(1));  // until events in transit have arrived
    const auto size = remoteFile("events.jsonl").size();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_EQ(remoteFile("events.jsonl").size(), size);
    EXPECT_EQ(remoteFile("exit"), "");  // paused, not ended
    following->pause.resume();
    EXPECT_EQ(following->run.get().state, RunState::Finished);
}

TEST_F(RemoteTrainingTest, AKilledTrainingIsReportedAndCanBeResumed) {
    auto following = begin(kMany);
    ASSERT_TRUE(following->watcher.waitForEpoch(3));
    const RunId id = following->watcher.run();
    following->pause.pause();
    waitForPause();
    killRemoteTraining();
    EXPECT_EQ(following->failure(), "The training on loopback was killed (exit code 137).");
    EXPECT_EQ(stored(id).state, RunState::Stopped);
    EXPECT_EQ(stored(id).message, (Messages{{MessageId::KilledThere, {"loopback", "137"}}}));
    EXPECT_TRUE(RunStore(*m_workspace).checkpoint(id, CheckpointKind::Best));  // the best checkpoint was transferred
    expectSame(reattach(id, Reattach::Resume)->run.get(), trainHere(kMany));
}

TEST_F(RemoteTrainingTest, StoppingWhileDisconnectedLeavesTheTrainingToBeFollowedLater) {
    auto following = begin(kLong);
    ASSERT_TRUE(following->watcher.waitForEpoch(2));
    m_loopback.relay().cut();
    ASSERT_TRUE(following->watcher.waitForWords("is lost"));
    following->end(AtStop::End);
    const RunRecord run = following->run.get();
    EXPECT_EQ(run.state, RunState::Stopped);
    ASSERT_EQ(run.message.size(), 1u);
    EXPECT_EQ(run.message[0].id, MessageId::MayStillRunThere);
    m_loopback.relay().restore();
    auto followed = reattach(run.id, Reattach::Resume);
    ASSERT_TRUE(followed->watcher.waitForEpoch(run.epochsDone + 1));
    followed->end(AtStop::End);
    EXPECT_EQ(followed->run.get().state, RunState::Stopped);
}

TEST_F(RemoteTrainingTest, ARemovedRunEndsOnItsMachineAndItsFolderIsDeleted) {
    auto following = begin(kLong);
    ASSERT_TRUE(following->watcher.waitForEpoch(1));
    following->end(AtStop::Leave);
    EXPECT_EQ(following->failure(), "cancelled");
    const pid_t pid = std::stoi(remoteFile("pid"));
    RunStore(*m_workspace).remove(following->watcher.run());
    removeLeftovers(*m_workspace, {{.destination = "another"}}, {});
    EXPECT_EQ(RemoteStore(*m_workspace).leftovers().size(), 1u);  // a machine that is not in the list is not contacted
    m_loopback.relay().cut();
    removeLeftovers(*m_workspace, {m_machine}, {});
    EXPECT_EQ(RemoteStore(*m_workspace).leftovers().size(), 1u);  // kept for a later attempt
    m_loopback.relay().restore();
    removeLeftovers(*m_workspace, {m_machine}, {});
    EXPECT_TRUE(RemoteStore(*m_workspace).leftovers().empty());
    EXPECT_TRUE(m_loopback.runFolders().empty());
    std::ifstream commandLine("/proc/" + std::to_string(pid) + "/cmdline");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(commandLine), {}), "");  // gone, or a zombie
}

TEST_F(RemoteTrainingTest, TheCommandLineTrainsRemotely) {
    const std::string workspace = m_temporary.path().string(), out = (m_loopback.folder() / "out").string();
    m_workspace.reset();  // closed, so that the program can open it
    const std::string cli = std::string("'") + RECSCOPE_CLI + "' --json --workspace '" + workspace + "' ";
    const std::string arguments =
        "train --dataset ring --model sasrec --set dim=8 --set max_length=8 --set epochs=3 --name there --on loopback ";
    ASSERT_EQ(std::system((cli + arguments + "--there '" + RECSCOPE_CLI + "' > '" + out + "'").c_str()), 0);
    std::ifstream stream(out);
    const std::string events{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_NE(events.find("\"event\":\"epoch\",\"run\":\"there\",\"epoch\":3"), std::string::npos) << events;
    EXPECT_NE(events.find("\"event\":\"finished\",\"run\":\"there\""), std::string::npos) << events;
    EXPECT_NE(std::system((cli + arguments + "--there /nowhere > '" + out + "' 2> '" + out + "'").c_str()), 0);
    m_workspace = m_temporary.open();
    EXPECT_EQ(RunStore(*m_workspace).list().size(), 1u);
}

TEST_F(RemoteTrainingTest, ARefusedKeyAndAnUnreachableMachineAreReportedBeforeARunIsStored) {
    m_loopback.offerWrongKey();
    EXPECT_EQ(begin(2)->failure(), "loopback refused your key.");
    m_loopback.relay().cut();
    EXPECT_TRUE(begin(2)->failure().starts_with("loopback cannot be reached: "));
    EXPECT_TRUE(RunStore(*m_workspace).list().empty());
}

}  // namespace
}  // namespace recscope::test
