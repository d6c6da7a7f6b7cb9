// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/team/team.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "../support/temporary_folder.h"
#include "core/team/own_gpus.h"
#include "listener.h"
#include "team_processes.h"

namespace recscope::test {
namespace {

bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

TEST(Team, EveryProcessHasTheSumOfAllAndWhatRank0Said) {
    TeamProcesses processes("sums", 3, [](Team& team) {
        std::vector<float> floats = {1.5F * static_cast<float>(team.rank() + 1), -2};
        std::vector<double> doubles = {1e-12 * team.rank()};
        team.sum(std::span<float>(floats));
        team.sum(std::span<double>(doubles));
        const std::string said = team.broadcast(team.leads() ? std::string("a\0b", 3) : "nobody asked");
        const std::string nothing = team.broadcast("");
        return std::to_string(floats[0]) + " " + std::to_string(floats[1]) + " " + std::to_string(doubles[0] * 1e12) +
               " " + std::to_string(said.size()) + " " + said.substr(2) + nothing;
    });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, "9.000000 -6.000000 3.000000 3 b");
}

std::string whetherGpusAreOwn(const std::string& launch, const std::vector<std::string>& names) {
    TeamProcesses processes(launch, static_cast<int>(names.size()), [&](Team& team) {
        return haveOwnGpus(team, names[static_cast<std::size_t>(team.rank())]) ? "own" : "shared";
    });
    std::string all;
    for (const MemberOutcome& outcome : processes.wait()) all += outcome.text + " ";
    return all;
}

TEST(Team, KnowsWhetherEveryProcessHasAGpuOfItsOwn) {
    EXPECT_EQ(whetherGpusAreOwn("own GPUs", {"gpu1", "gpu2", "gpu3"}), "own own own ");
    EXPECT_EQ(whetherGpusAreOwn("shared GPU", {"gpu1", "gpu2", "gpu1"}), "shared shared shared ");
    EXPECT_EQ(whetherGpusAreOwn("no GPU", {"gpu1", ""}), "shared shared ");
}

TEST(Team, TheGpuIsThatOfTheNumberOnTheHostWhichTheStarterTold) {
    TeamSeat told;
    told.size = 1;
    told.launch = "told";
    told.rankOnHost = 3;
    const auto rankOnHost = [](Team& team) { return std::to_string(team.rankOnHost()); };
    EXPECT_EQ(TeamProcesses(told, rankOnHost).wait(0).text, "3");
    TeamProcesses counted("counted", 2, rankOnHost);
    EXPECT_EQ(counted.wait(0).text, "0");
    EXPECT_EQ(counted.wait(1).text, "1");
}

TEST(Team, LeavesNoMeetingFileBehind) {
    const TemporaryFolder folder;
    ASSERT_EQ(::setenv("TMPDIR", folder.path().c_str(), 1), 0);
    TeamProcesses("files", 2, [](Team&) { return ""; }).wait();
    ::unsetenv("TMPDIR");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Team, AProcessThatFailsTellsTheOthersItsSentence) {
    TeamProcesses processes("failure", 3, [](Team& team) -> std::string {
        if (team.rank() == 1) throw Error(ErrorKind::Numeric, "The loss stopped being finite.");
        std::vector<double> one = {1};
        team.sum(std::span<double>(one));
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

TEST(Team, Rank0StaysUntilTheOthersHaveReadWhyItFails) {
    TeamProcesses processes("leader fails", 3, [](Team& team) -> std::string {
        if (team.leads()) throw Error(ErrorKind::Input, "There is no such dataset.");
        return team.broadcast("");
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    for (const int other : {1, 2})
        EXPECT_TRUE(has(outcomes[static_cast<std::size_t>(other)].text, "stopped: There is no such dataset."));
}

/// Sums until a process is lost.
std::string sumForEver(Team& team) {
    for (;;) {
        std::vector<double> one = {1};
        team.sum(std::span<double>(one));
    }
}

TEST(Team, AKilledProcessEndsTheOthersWithASentenceThatNamesIt) {
    TeamProcesses processes("kill", 3, [](Team& team) {
        if (team.rank() == 2) ::raise(SIGKILL);
        return sumForEver(team);
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    EXPECT_EQ(outcomes[2].signal, SIGKILL);
    for (const int other : {0, 1}) {
        const std::string& text = outcomes[static_cast<std::size_t>(other)].text;
        EXPECT_TRUE(has(text, "error: The process with rank 2 (on ") && has(text, "ended without a word")) << text;
    }
}

TEST(Team, AKilledRank0EndsTheOthers) {
    TeamProcesses processes("kill leader", 3, [](Team& team) {
        if (team.leads()) ::raise(SIGKILL);
        return sumForEver(team);
    });
    const std::vector<MemberOutcome> outcomes = processes.wait();
    for (const int other : {1, 2}) {
        const std::string& text = outcomes[static_cast<std::size_t>(other)].text;
        EXPECT_TRUE(has(text, "error: The process with rank 0") && has(text, "which leads the others")) << text;
    }
}

TEST(Team, AProcessThatCannotBeConnectedKeepsNobodyWaiting) {
    const auto breakRank1 = [](int rank) {
        if (rank == 1) ::setenv("GLOO_SOCKET_IFNAME", "no such interface", 1);
    };
    TeamProcesses processes(
        "meeting", 2, [](Team&) { return "met"; }, breakRank1);
    const std::vector<MemberOutcome> outcomes = processes.wait();
    EXPECT_TRUE(has(outcomes[0].text, "error: The process with rank 1 (on ")) << outcomes[0].text;
    EXPECT_TRUE(has(outcomes[1].text, "error: It cannot be connected with the others")) << outcomes[1].text;
}

TEST(Team, WhoListensWhereRank0ShouldBeAndSaysNothingIsNotWaitedFor) {
    const Listener listener(/*roomForConnections=*/8);
    ASSERT_TRUE(listener.listens());
    TeamSeat seat;
    seat.rank = 1;
    seat.size = 2;
    seat.address = "127.0.0.1";
    seat.port = listener.port();
    TeamProcesses process(seat, [](Team&) { return "met"; });
    EXPECT_EQ(process.wait(0).text, "error: What answers at 127.0.0.1:" + std::to_string(listener.port()) +
                                        " is not this run's rank 0: it says nothing.");
}

TEST(Team, AProcessThatHangsIsMissedAsIfItWereKilled) {
    TeamProcesses processes("hang", 2, [](Team& team) {
        if (team.rank() == 1) ::raise(SIGSTOP);
        return sumForEver(team);
    });
    const std::string text = processes.wait(0).text;  // the stopped one is killed at the end
    EXPECT_TRUE(has(text, "The process with rank 1 (on ")) << text;
}

TEST(Team, SomebodyWhoWaitsLearnsThatAnotherOneFails) {
    TeamProcesses processes("wait", 2, [](Team& team) -> std::string {
        if (team.rank() == 1) throw Error(ErrorKind::Input, "The disk is full.");
        while (!team.lost().stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        team.throwIfLost();
        return "not told";
    });
    EXPECT_TRUE(has(processes.wait()[0].text, "stopped: The disk is full."));
}

}  // namespace
}  // namespace recscope::test
