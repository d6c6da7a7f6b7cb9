// SPDX-License-Identifier: GPL-3.0-or-later
// Tests errors of another machine, simulated with replaced programs: the commands run in a local shell.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "core/remote/machine_check.h"
#include "core/remote/remote_folder.h"
#include "core/remote/shell_words.h"
#include "core/util/language.h"
#include "loopback.h"
#include "remote_fixture.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope::test {
namespace {

class RemoteErrors : public RemoteFixture {
protected:
    static std::string checkFailure(const Machine& machine) {
        try {
            (void)queryMachine(machine);
            return {};
        } catch (const Error& error) {
            return std::string(error.what()) + " " + error.hint();
        }
    }
    /// A machine whose recscope-cli runs these commands for `train`.
    Machine trainsAs(const std::string& commands) {
        return {.destination = "box",
                .program = m_shell.writeProgram("cli", "case \"$*\" in *' train '*) " + commands + ";; *) exec '" +
                                                           RECSCOPE_CLI + "' \"$@\";; esac")};
    }

    PlainShell m_shell;
};

TEST_F(RemoteErrors, AMachineWithoutRecScopeIsReported) {
    EXPECT_TRUE(checkFailure({.destination = "ada@box", .program = "/nowhere/recscope-cli"})
                    .starts_with("There is no RecScope on box: \"/nowhere/recscope-cli\" does not run."));
}

TEST_F(RemoteErrors, AMachineWithAnotherVersionIsReported) {
    const Machine old{.destination = "box", .program = m_shell.writeProgram("old", "echo recscope-cli 0.0.1")};
    EXPECT_TRUE(checkFailure(old).starts_with("box has RecScope 0.0.1, this machine has ")) << checkFailure(old);
}

TEST_F(RemoteErrors, AGreetingOfTheLoginShellIsIgnored) {
    ::setenv(
        "RECSCOPE_SSH",
        m_shell
            .writeProgram("greets", "echo 'Welcome! recscope: version 0'; for last; do :; done; exec sh -c \"$last\"")
            .c_str(),
        1);
    EXPECT_EQ(checkFailure({.destination = "box", .program = RECSCOPE_CLI}), "");
}

TEST_F(RemoteErrors, AFullDiskWhileSendingTheDatasetIsReportedAndTheRunCanResume) {
    m_shell.replaceProgram("dd",
                           "head -c 100000 > dataset.part; "
                           "echo \"dd: error writing 'dataset.part': No space left on device\" >&2; exit 1");
    m_machine = {.destination = "box", .program = RECSCOPE_CLI};
    auto following = begin(2);
    EXPECT_EQ(following->failure(), "The disk of box is full.");
    const RunId id = following->watcher.run();
    EXPECT_EQ(stored(id).state, RunState::Stopped);
    EXPECT_EQ(stored(id).message, (Messages{{MessageId::DiskFullThere, {"box"}}}));
    m_shell.restoreProgram("dd");
    EXPECT_EQ(reattach(id, Reattach::Resume)->run.get().state, RunState::Finished);
}

TEST_F(RemoteErrors, AFullDiskWhileTrainingIsNotReportedAsAKill) {
    m_machine = trainsAs("kill -KILL $$");
    m_shell.replaceProgram("df", "echo Filesystem; echo /dev/x 100 100 0 100% /");
    auto following = begin(2);
    EXPECT_EQ(following->failure(), "The disk of box is full.");
    EXPECT_EQ(stored(following->watcher.run()).state, RunState::Stopped);
}

TEST_F(RemoteErrors, AFullDiskIsRecognisedByItsIdInAnyLanguage) {
    m_machine = trainsAs(
        "echo '{\"error\":{\"message\":\"Der Datentraeger ist voll.\",\"hint\":\"\","
        "\"fact\":{\"id\":\"disk-full\",\"arguments\":[\"f\"]}}}' >&2; exit 1");
    auto following = begin(2);
    EXPECT_EQ(following->failure(), "The disk of box is full.");
    EXPECT_EQ(stored(following->watcher.run()).state, RunState::Stopped);
}

TEST_F(RemoteErrors, AFullDiskIsRecognisedFromTheSentenceOfAnEarlierVersion) {
    m_machine = trainsAs(
        "echo '{\"error\":{\"message\":\"The disk is full: /w/a.recscope could not be written.\",\"hint\":\"\"}}' >&2; "
        "exit 1");
    auto following = begin(2);
    EXPECT_EQ(following->failure(), "The disk of box is full.");
    EXPECT_EQ(stored(following->watcher.run()).state, RunState::Stopped);
}

TEST_F(RemoteErrors, TheReasonIsInTheLanguageOfTheReader) {
    m_machine = trainsAs(
        "echo '{\"error\":{\"message\":\"The loss became infinite or NaN at step 7.\",\"hint\":\"\","
        "\"fact\":{\"id\":\"loss-not-finite\",\"arguments\":[\"7\"]}}}' >&2; exit 1");
    auto following = begin(2);
    EXPECT_EQ(following->failure(), "On box: The loss became infinite or NaN at step 7.");
    const RunRecord run = stored(following->watcher.run());
    setLanguage("de");
    EXPECT_TRUE(wordsOf(run.message).ends_with("Der Loss war ab Schritt 7 nicht mehr endlich."))
        << wordsOf(run.message);
    setLanguage("en");
}

TEST_F(RemoteErrors, TheReasonOfAFailedTrainingIsReported) {
    m_machine = trainsAs(
        "echo '{\"error\":{\"message\":\"The loss stopped being finite.\",\"hint\":\"Smaller.\"}}' >&2; exit 1");
    auto following = begin(2);
    EXPECT_EQ(following->failure(), "On box: The loss stopped being finite.");
    EXPECT_EQ(stored(following->watcher.run()).state, RunState::Failed);
}

TEST_F(RemoteErrors, AnInvalidEventIsRefused) {
    m_machine = trainsAs("echo '{\"event\":\"epoch\",\"epoch\":\"many\"}'; sleep 1");
    EXPECT_TRUE(begin(2)->failure().starts_with("The events of the training on box cannot be read: "));
}

constexpr const char* kStartedEvent = "echo '{\"event\":\"started\",\"device\":\"cpu\"}'; ";

TEST_F(RemoteErrors, AnIncompleteLineIsIgnored) {
    m_machine = trainsAs(std::string(kStartedEvent) + "echo '{\"event\":\"epo'; kill -KILL $$");
    auto following = begin(2);
    EXPECT_TRUE(following->failure().starts_with("The training on box was killed"));
    const RunId run = following->watcher.run();
    // The next training begins a new line, even if the previous one left an incomplete line.
    const auto events =
        m_shell.dataHome() / "recscope/remote" / RemoteStore(*m_workspace).of(run)->folder / "events.jsonl";
    std::ofstream(events, std::ios::app) << "{\"event\":\"ev";
    EXPECT_TRUE(reattach(run, Reattach::Resume)->failure().starts_with("The training on box was killed"));
    EXPECT_NE(bytesOf(events).find("{\"event\":\"ev\n{\"event\":\"started\""), std::string::npos) << bytesOf(events);
}

TEST_F(RemoteErrors, AnOldStopDoesNotOverrideTheExitCode) {
    m_machine = trainsAs(std::string(kStartedEvent) +
                         "[ -e \"$(dirname \"$3\")/again\" ] && exit 1; touch \"$(dirname \"$3\")/again\"; "
                         "echo '{\"event\":\"stopped\",\"epochs_done\":0,\"best_epoch\":0,\"sequences_seen\":0,"
                         "\"seconds\":0}'; exit 130");
    auto following = begin(2);
    EXPECT_EQ(following->run.get().state, RunState::Stopped);
    EXPECT_TRUE(reattach(following->watcher.run(), Reattach::Resume)
                    ->failure()
                    .starts_with("The training on box was killed (exit code 1)"));
}

TEST_F(RemoteErrors, ATrainingKilledBeforeItsRunWasStoredRemotelyStartsAgain) {
    m_machine = trainsAs(
        "[ -e /dev/null ] && case \"$*\" in *--resume*) echo resumed >&2; exit 1;; esac; "
        "n=\"$(dirname \"$3\")/died\"; [ -e \"$n\" ] || { touch \"$n\"; kill -KILL $$; }; " +
        std::string(kStartedEvent) + "kill -KILL $$");
    auto following = begin(2);
    EXPECT_TRUE(following->failure().starts_with("The training on box was killed"));
    auto again = reattach(following->watcher.run(), Reattach::Resume);
    EXPECT_TRUE(again->failure().starts_with("The training on box was killed"));
    EXPECT_GT(RemoteStore(*m_workspace).of(following->watcher.run())->bytesRead, 0);  // it began, without --resume
}

TEST_F(RemoteErrors, AMissingFolderIsReportedAndNotTrainedAgain) {
    m_machine = trainsAs(std::string(kStartedEvent) + "kill -KILL $$");
    auto following = begin(2);
    (void)following->failure();
    const RunId run = following->watcher.run();
    std::filesystem::remove_all(m_shell.dataHome() / "recscope/remote" / RemoteStore(*m_workspace).of(run)->folder);
    EXPECT_EQ(reattach(run, Reattach::Resume)->failure(), "The folder of this run is no longer on box.");
    EXPECT_EQ(stored(run).state, RunState::Stopped);
}

TEST_F(RemoteErrors, AStopDuringTheStartReachesTheTraining) {
    // The stop arrives during the two seconds before the training begins.
    m_machine = trainsAs("sleep 2; " + std::string(kStartedEvent) +
                         "trap 'echo \"{\\\"event\\\":\\\"stopped\\\",\\\"epochs_done\\\":0,\\\"best_epoch\\\":0,"
                         "\\\"sequences_seen\\\":0,\\\"seconds\\\":0}\"; exit 130' INT TERM; "
                         "i=0; while [ $i -lt 300 ]; do sleep 0.1; i=$((i+1)); done");
    auto following = begin(2);
    ASSERT_TRUE(following->watcher.waitForWords("Starting on"));
    following->end(AtStop::End);
    EXPECT_EQ(following->run.get().state, RunState::Stopped);
    const RemoteFolder folder(m_machine, RemoteStore(*m_workspace).of(following->watcher.run())->folder);
    EXPECT_FALSE(folder.status({}).isAlive);
}

TEST_F(RemoteErrors, TheDeviceIsPassedOn) {
    m_machine = trainsAs("case \"$*\" in *'--device cpu'*) " + std::string(kStartedEvent) + ";; esac; kill -KILL $$");
    RemoteObserver observer;
    PauseSwitch pause;
    const std::atomic<AtStop> atStop = AtStop::End;
    const TrainRequest request{
        .dataset = m_dataset, .config = config(1), .runName = "on cpu", .device = DeviceChoice::Cpu};
    EXPECT_THROW(
        (void)trainRemotely(*m_workspace, request, m_machine, observer, {.pause = pause, .stop = {}, .atStop = atStop}),
        Error);
    EXPECT_GT(RemoteStore(*m_workspace).list().front().bytesRead, 0);
}

TEST_F(RemoteErrors, ACorruptedDatasetIsRefused) {
    m_shell.replaceProgram("dd", "tr a b > dataset.part");
    m_machine = {.destination = "box", .program = RECSCOPE_CLI};
    EXPECT_EQ(begin(2)->failure(), "The dataset arrived corrupted on box.");
}

// A workspace may come from another person, so the folder and the machine that it names are not trusted.
TEST_F(RemoteErrors, AWorkspaceChoosesNeitherFolderNorMachine) {
    const RunRecord run = RemoteStore(*m_workspace)
                              .add(newRun(*m_workspace, {.dataset = m_dataset, .config = config(1), .runName = "here"}),
                                   "box", "../../x");
    EXPECT_TRUE(reattach(run.id, Reattach::Follow)->failure().starts_with("\"here\" is not training on loopback."));
    m_machine.destination = "box";
    EXPECT_NE(reattach(run.id, Reattach::Follow)->failure(), "");
    EXPECT_THROW(RemoteFolder(m_machine, "../../x"), Error);
    RunStore(*m_workspace).remove(run.id);
    removeLeftovers(*m_workspace, {m_machine}, {});
    EXPECT_EQ(RemoteStore(*m_workspace).leftovers().size(), 1u);
}

TEST_F(RemoteErrors, StartingTwiceRunsOnce) {
    m_machine = trainsAs("echo started >> \"$(dirname \"$3\")/count\"; sleep 2");
    const std::string name = newFolderName();
    const RemoteFolder folder({.destination = "box", .program = m_machine.program}, name);
    const std::string sha(64, 'a');
    std::filesystem::create_directories(m_shell.dataHome() / "recscope/remote/datasets");
    std::ofstream(m_shell.dataHome() / "recscope/remote/datasets" / (sha + ".recscope")) << "x";
    folder.start(sha, {"--x"}, {});
    EXPECT_TRUE(folder.status({}).isAlive);
    folder.start(sha, {"--x"}, {});
    folder.startAgain({"--x"}, {});
    const auto countFile = m_shell.dataHome() / "recscope/remote" / name / "count";
    for (int i = 0; i < 50 && !std::filesystem::exists(countFile); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(bytesOf(countFile), "started\n");
    folder.remove({});
    EXPECT_FALSE(folder.status({}).hasFolder);
}

}  // namespace
}  // namespace recscope::test
