// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/process_group.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "../support/temporary_folder.h"
#include "core/distributed/own_gpus.h"
#include "group_processes.h"
#include "listener.h"

namespace recscope::test {
namespace {

bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

TEST(ProcessGroup, EveryProcessGetsTheSumsAndTheBroadcastOfRank0) {
    GroupProcesses processes("sums", 3, [](ProcessGroup& processGroup) {
        std::vector<float> floats = {1.5F * static_cast<float>(processGroup.rank() + 1), -2};
        std::vector<double> doubles = {1e-12 * processGroup.rank()};
        processGroup.sum(std::span<float>(floats));
        processGroup.sum(std::span<double>(doubles));
        const std::string received =
            processGroup.broadcast(processGroup.isRank0() ? std::string("a\0b", 3) : "nobody asked");
        const std::string nothing = processGroup.broadcast("");
        return std::to_string(floats[0]) + " " + std::to_string(floats[1]) + " " + std::to_string(doubles[0] * 1e12) +
               " " + std::to_string(received.size()) + " " + received.substr(2) + nothing;
    });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, "9.000000 -6.000000 3.000000 3 b");
}

/// "own " or "shared " for each process, by rank. `names`: the GPU of each process, empty if it has none.
std::string ownOrShared(const std::string& launch, const std::vector<std::string>& names) {
    GroupProcesses processes(launch, static_cast<int>(names.size()), [&](ProcessGroup& processGroup) {
        return haveOwnGpus(processGroup, names[static_cast<std::size_t>(processGroup.rank())]) ? "own" : "shared";
    });
    std::string all;
    for (const MemberOutcome& outcome : processes.wait()) all += outcome.text + " ";
    return all;
}

TEST(ProcessGroup, DetectsWhetherEveryProcessHasAGpuOfItsOwn) {
    EXPECT_EQ(ownOrShared("own GPUs", {"gpu1", "gpu2", "gpu3"}), "own own own ");
    EXPECT_EQ(ownOrShared("shared GPU", {"gpu1", "gpu2", "gpu1"}), "shared shared shared ");
    EXPECT_EQ(ownOrShared("no GPU", {"gpu1", ""}), "shared shared ");
}

TEST(ProcessGroup, TheRankOnTheHostIsTakenFromTheLauncherOrCounted) {
    RankInfo launched;
    launched.size = 1;
    launched.launch = "told";
    launched.rankOnHost = 3;
    const auto rankOnHost = [](ProcessGroup& processGroup) { return std::to_string(processGroup.rankOnHost()); };
    EXPECT_EQ(GroupProcesses(launched, rankOnHost).wait(0).text, "3");
    GroupProcesses counted("counted", 2, rankOnHost);
    EXPECT_EQ(counted.wait(0).text, "0");
    EXPECT_EQ(counted.wait(1).text, "1");
}

TEST(ProcessGroup, LeavesNoRendezvousFileBehind) {
    const TemporaryFolder folder;
    ASSERT_EQ(::setenv("TMPDIR", folder.path().c_str(), 1), 0);
    GroupProcesses("files", 2, [](ProcessGroup&) { return ""; }).wait();
    ::unsetenv("TMPDIR");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ProcessGroup, AFailingProcessReportsItsErrorToTheOthers) {
    GroupProcesses processes("failure", 3, [](ProcessGroup& processGroup) -> std::string {
        if (processGroup.rank() == 1) throw Error(ErrorKind::Numeric, "The loss stopped being finite.");
        std::vector<double> values = {1};
        processGroup.sum(std::span<double>(values));
        return "summed";
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    EXPECT_EQ(outcomes[1].text, "error: The loss stopped being finite.");
    for (const int other : {0, 2}) {
        const std::string& text = outcomes[static_cast<std::size_t>(other)].text;
        EXPECT_TRUE(has(text, "error: The process with rank 1 (on ")) << text;
        EXPECT_TRUE(has(text, "stopped: The loss stopped being finite.")) << text;
    }
}

TEST(ProcessGroup, Rank0StaysUntilTheOthersHaveReadWhyItFails) {
    GroupProcesses processes("leader fails", 3, [](ProcessGroup& processGroup) -> std::string {
        if (processGroup.isRank0()) throw Error(ErrorKind::Input, "There is no such dataset.");
        return processGroup.broadcast("");
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    for (const int other : {1, 2})
        EXPECT_TRUE(has(outcomes[static_cast<std::size_t>(other)].text, "stopped: There is no such dataset."));
}

/// Sums until a process is lost.
std::string sumForEver(ProcessGroup& processGroup) {
    for (;;) {
        std::vector<double> values = {1};
        processGroup.sum(std::span<double>(values));
    }
}

TEST(ProcessGroup, AKilledProcessEndsTheOthersWithAMessageThatNamesIt) {
    GroupProcesses processes("kill", 3, [](ProcessGroup& processGroup) {
        if (processGroup.rank() == 2) ::raise(SIGKILL);
        return sumForEver(processGroup);
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    EXPECT_EQ(outcomes[2].signal, SIGKILL);
    for (const int other : {0, 1}) {
        const std::string& text = outcomes[static_cast<std::size_t>(other)].text;
        EXPECT_TRUE(has(text, "error: The process with rank 2 (on ") && has(text, "ended without reporting an error"))
            << text;
    }
}

TEST(ProcessGroup, AKilledRank0EndsTheOthers) {
    GroupProcesses processes("kill leader", 3, [](ProcessGroup& processGroup) {
        if (processGroup.isRank0()) ::raise(SIGKILL);
        return sumForEver(processGroup);
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    for (const int other : {1, 2}) {
        const std::string& text = outcomes[static_cast<std::size_t>(other)].text;
        EXPECT_TRUE(has(text, "error: The process with rank 0") && has(text, "which leads the others")) << text;
    }
}

TEST(ProcessGroup, AProcessThatCannotConnectKeepsNobodyWaiting) {
    const auto breakRank1 = [](int rank) {
        if (rank == 1) ::setenv("GLOO_SOCKET_IFNAME", "no such interface", 1);
    };
    GroupProcesses processes(
        "meeting", 2, [](ProcessGroup&) { return "met"; }, breakRank1);
    const std::vector<MemberOutcome> outcomes = processes.wait();
    EXPECT_TRUE(has(outcomes[0].text, "error: The process with rank 1 (on ")) << outcomes[0].text;
    EXPECT_TRUE(has(outcomes[1].text, "error: This process cannot be connected to the others")) << outcomes[1].text;
}

TEST(ProcessGroup, ASilentListenerAtTheAddressOfRank0IsNotWaitedFor) {
    const Listener listener(/*backlog=*/8);
    ASSERT_TRUE(listener.listens());
    RankInfo rankInfo;
    rankInfo.rank = 1;
    rankInfo.size = 2;
    rankInfo.address = "127.0.0.1";
    rankInfo.port = listener.port();
    GroupProcesses process(rankInfo, [](ProcessGroup&) { return "met"; });
    EXPECT_EQ(process.wait(0).text, "error: The program that responds at 127.0.0.1:" + std::to_string(listener.port()) +
                                        " is not this run's rank 0: it does not respond.");
}

TEST(ProcessGroup, AHangingProcessIsTreatedAsLost) {
    GroupProcesses processes("hang", 2, [](ProcessGroup& processGroup) {
        if (processGroup.rank() == 1) ::raise(SIGSTOP);
        return sumForEver(processGroup);
    });
    const std::string text = processes.wait(0).text;  // the destructor kills the stopped process
    EXPECT_TRUE(has(text, "The process with rank 1 (on ")) << text;
}

TEST(ProcessGroup, AWaitingProcessGetsTheErrorOfAnother) {
    GroupProcesses processes("wait", 2, [](ProcessGroup& processGroup) -> std::string {
        if (processGroup.rank() == 1) throw Error(ErrorKind::Input, "The disk is full.");
        while (!processGroup.lost().stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        processGroup.throwIfLost();
        return "not told";
    });
    EXPECT_TRUE(has(processes.wait()[0].text, "stopped: The disk is full."));
}

}  // namespace
}  // namespace recscope::test
