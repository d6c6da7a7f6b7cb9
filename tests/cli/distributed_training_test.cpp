// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that several processes that train one run obtain the same losses as a single process.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "distributed_fixture.h"

namespace recscope::test {
namespace {

// Relative. Float sums in different orders differ by about 2^-24 (6e-8) of their terms. Adam divides by roots of such
// sums in each step, which amplifies the differences: after twenty steps, about 1e-7 of the loss was observed.
// Different random draws change a loss by 1e-2.
constexpr double kRoundingTolerance = 1e-5;

class DistributedNumbers : public DistributedFixture, public testing::WithParamInterface<const char*> {
protected:
    /// Trains with 480 histories in batches of 96: twenty steps in four epochs. Returns the outcome of rank 0. A batch
    /// this small is split into at least one micro-batch per core. If it were split into one micro-batch per thread of
    /// a process instead, the split, and so the dropout, would depend on the number of processes.
    Outcome twentySteps(int processes) {
        Arguments arguments = train(std::string(GetParam()) + " " + std::to_string(processes),
                                    {"batch_size=96", "epochs=4", "learning_rate=0.01"});
        arguments.insert(arguments.end(), {"--model", GetParam()});
        std::vector<Outcome> outcomes = run(processes, arguments);
        for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        for (std::size_t rank = 1; rank < outcomes.size(); ++rank) EXPECT_EQ(outcomes[rank].out, "");
        return outcomes.front();
    }
};

TEST_P(DistributedNumbers, OneTwoAndFourProcessesHaveTheSameLossesAndTestScore) {
    const Outcome alone = twentySteps(1);
    const std::vector<double> expected = losses(alone);
    ASSERT_EQ(expected.size(), 20U);
    EXPECT_LT(expected.back(), expected.front() - 0.01);  // something was learned
    for (const int processes : {2, 4}) {
        const Outcome together = twentySteps(processes);
        const std::vector<double> actual = losses(together);
        ASSERT_EQ(actual.size(), 20U);
        for (std::size_t step = 0; step < actual.size(); ++step)
            EXPECT_NEAR(actual[step], expected[step], kRoundingTolerance * expected[step])
                << processes << " processes, step " << step + 1;
        const Json end = finished(together), expectedEnd = finished(alone);
        EXPECT_EQ(end["device"].get<std::string>().find("cpu, " + std::to_string(processes) + " processes x "), 0U)
            << end["device"];
        // Scores that differ by rounding alone may change the ranks of a few of the 480 users.
        EXPECT_NEAR(end["test"]["ndcg@10"].get<double>(), expectedEnd["test"]["ndcg@10"].get<double>(), 0.01);
        EXPECT_EQ(end["sequences_seen"], expectedEnd["sequences_seen"]);
    }
}

INSTANTIATE_TEST_SUITE_P(BothModels, DistributedNumbers, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

using DistributedTraining = DistributedFixture;

TEST_F(DistributedTraining, BindingToACoreChangesNoLoss) {
    const auto arguments = [](const std::string& name) {
        Arguments all = train(name, {"batch_size=96", "epochs=2"});  // ten steps; for the batch size see twentySteps()
        all.insert(all.end(), {"--model", "sasrec"});
        return all;
    };
    const std::vector<double> expected = losses(run(1, arguments("unbound")).front());
    ASSERT_EQ(expected.size(), 10U);
    ProcessContext bound;
    bound.core = 0;
    for (const int processes : {1, 2}) {
        Processes started = start(processes, arguments("bound " + std::to_string(processes)), bound);
        const std::vector<Outcome> outcomes = wait(started);
        const std::vector<double> actual = losses(outcomes.front());
        ASSERT_EQ(actual.size(), expected.size()) << outcomes.front().err;
        for (std::size_t step = 0; step < actual.size(); ++step)
            EXPECT_NEAR(actual[step], expected[step], kRoundingTolerance * expected[step])
                << processes << " processes, step " << step + 1;
    }
}

TEST_F(DistributedTraining, ProcessesInSeparateShellsFindEachOther) {
    Arguments arguments = train("in scripts", {"batch_size=240", "epochs=1"});
    arguments.insert(arguments.end(), {"--model", "sasrec"});
    ProcessContext shell;
    shell.inShell = true;
    Processes processes = start(2, arguments, shell);
    for (const Outcome& outcome : wait(processes)) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(recordOf("in scripts")["state"], "finished");
}

TEST_F(DistributedTraining, AModelWithLibTorchGradientsHasTheSameLossesToo) {
    // Layer norm over a whole sample cannot use packed batches, so LibTorch's autograd computes the gradients.
    const auto arguments = [](const std::string& name) {
        Arguments all = train(name, {"batch_size=240", "epochs=2", "layer_norm=sample"});
        all.insert(all.end(), {"--model", "bert4rec"});
        return all;
    };
    const std::vector<double> expected = losses(run(1, arguments("plain 1")).front());
    const std::vector<double> actual = losses(run(2, arguments("plain 2")).front());
    ASSERT_EQ(expected.size(), 4U);
    ASSERT_EQ(actual.size(), 4U);
    for (std::size_t step = 0; step < actual.size(); ++step)
        EXPECT_NEAR(actual[step], expected[step], kRoundingTolerance * expected[step]) << "step " << step + 1;
}

/// A port that is free now; another process may take it at any time.
int freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    socklen_t length = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    const bool isBound = ::bind(socket, plain, length) == 0 && ::getsockname(socket, plain, &length) == 0;
    ::close(socket);
    return isBound ? ntohs(address.sin_port) : 0;
}

TEST_F(DistributedTraining, ProcessesConnectAtAGivenPort) {
    Arguments arguments = train("port", {"batch_size=240", "epochs=1"});
    arguments.insert(arguments.end(), {"--model", "sasrec"});
    std::vector<Outcome> outcomes;
    for (int attempt = 0; attempt < 3; ++attempt) {  // another process may have taken the port
        Processes processes = startWith(rendezvousAt("127.0.0.1", freePort(), 2), {}, arguments);
        outcomes = {processes[0]->wait()};
        if (has(outcomes[0].err, "cannot connect at")) continue;
        outcomes.push_back(processes[1]->wait());
        break;
    }
    for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(recordOf("port")["state"], "finished");
}

TEST_F(DistributedTraining, OneProcessGroupTrainsARunForEachSeed) {
    Arguments arguments = train("seeds", {"batch_size=240", "epochs=1"});
    arguments.insert(arguments.end(), {"--model", "sasrec", "--seeds", "1,2"});
    for (const Outcome& outcome : run(2, arguments)) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(recordOf("seeds, seed 1")["state"], "finished");
    EXPECT_EQ(recordOf("seeds, seed 2")["state"], "finished");
}

}  // namespace
}  // namespace recscope::test
