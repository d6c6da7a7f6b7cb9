// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the processes of a distributed run when one of them fails, is stopped or is killed.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>

#include "distributed_fixture.h"

namespace recscope::test {
namespace {

constexpr const char* kFirstEpoch = "\"event\":\"epoch\"";

class DistributedFailure : public DistributedFixture {
protected:
    /// The arguments that train eight epochs. 480 histories in batches of 8 give 60 steps per epoch, so a signal that
    /// is sent when the line of an epoch appears arrives during the next epoch.
    static Arguments eightEpochs(const std::string& name) {
        Arguments arguments = train(name, {"batch_size=8", "epochs=8"});
        arguments.insert(arguments.end(), {"--model", "sasrec"});
        return arguments;
    }
    static Arguments resume(const std::string& name) {
        return {"train", "--resume", name, "--device", "cpu", "--json", "--progress-every", "0"};
    }
    /// The loss of each epoch, by its number, collected from all parts of a run: its start and each resumption.
    static std::map<int, double> epochs(const std::vector<Outcome>& parts) {
        std::map<int, double> all;
        for (const Outcome& part : parts)
            for (const Json& event : part.events())
                if (event["event"] == "epoch") all[event["epoch"]] = event["loss"];
        return all;
    }
};

TEST_F(DistributedFailure, AKilledProcessStopsAllWithAMessageAndTheRunCanBeResumed) {
    const Outcome uninterrupted = run(1, eightEpochs("whole")).front();
    ASSERT_EQ(uninterrupted.exitCode, 0) << uninterrupted.err;

    Processes processes = start(3, eightEpochs("cut"));
    ASSERT_TRUE(processes[0]->waitForOutput(kFirstEpoch));
    processes[1]->send(SIGKILL);
    const std::vector<Outcome> killed = wait(processes);
    EXPECT_EQ(killed[1].signal, SIGKILL);
    for (const int other : {0, 2}) {
        const Outcome& outcome = killed[static_cast<std::size_t>(other)];
        EXPECT_EQ(outcome.exitCode, 1) << outcome.err;
        EXPECT_TRUE(has(outcome.err, "The process with rank 1 (on ")) << outcome.err;
        EXPECT_FALSE(has(outcome.err, "unexpected")) << outcome.err;
    }
    const Json record = recordOf("cut");
    EXPECT_EQ(record["state"], "stopped");
    EXPECT_TRUE(has(record["message"], "rank 1") && has(record["message"], "can be resumed")) << record["message"];

    const std::vector<Outcome> resumed = run(2, resume("cut"));
    for (const Outcome& outcome : resumed) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(recordOf("cut")["state"], "finished");
    const std::map<int, double> expected = epochs({uninterrupted}), actual = epochs({killed[0], resumed[0]});
    ASSERT_EQ(actual.size(), expected.size());
    // Two processes sum in another order than one, and 480 steps amplify the difference in rounding (see
    // distributed_training_test.cpp). A repeated or skipped epoch changes a loss by a tenth or more.
    for (const auto& [epoch, loss] : actual) EXPECT_NEAR(loss, expected.at(epoch), 0.02 * loss) << "epoch " << epoch;
}

TEST_F(DistributedFailure, AKilledRank0EndsTheOthersAndOneProcessCanResumeTheRun) {
    Processes processes = start(2, eightEpochs("headless"));
    ASSERT_TRUE(processes[0]->waitForOutput(kFirstEpoch));
    processes[0]->send(SIGKILL);
    const std::vector<Outcome> outcomes = wait(processes);
    EXPECT_EQ(outcomes[1].exitCode, 1);
    EXPECT_TRUE(has(outcomes[1].err, "The process with rank 0")) << outcomes[1].err;
    EXPECT_EQ(recordOf("headless")["state"], "stopped");
    EXPECT_EQ(cli(resume("headless")).exitCode, 0);
    EXPECT_EQ(recordOf("headless")["state"], "finished");
}

TEST_F(DistributedFailure, AStopOfOneProcessStopsAllAndTheRunResumesWithinItsEpoch) {
    Processes processes = start(2, eightEpochs("stopped"));
    ASSERT_TRUE(processes[0]->waitForOutput(kFirstEpoch));
    processes[1]->send(SIGINT);
    for (const Outcome& outcome : wait(processes)) EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
    EXPECT_EQ(recordOf("stopped")["state"], "stopped");
    for (const Outcome& outcome : run(3, resume("stopped"))) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(recordOf("stopped")["state"], "finished");
    EXPECT_EQ(recordOf("stopped")["sequences_seen"], 8 * 480);  // each history once in each epoch
}

TEST_F(DistributedFailure, ASingleProcessModelRefusesAProcessGroupAndStoresNoRun) {
    const std::vector<Outcome> outcomes =
        run(2, {"train", "--dataset", "long", "--model", "bpr_mf", "--name", "alone", "--set", "epochs=1"});
    EXPECT_EQ(outcomes[0].exitCode, 2);
    EXPECT_TRUE(has(outcomes[0].err, "BPR-MF can only be trained by a single process")) << outcomes[0].err;
    EXPECT_TRUE(has(outcomes[0].err, "BERT4Rec, SASRec")) << outcomes[0].err;
    EXPECT_EQ(outcomes[1].exitCode, 1);
    EXPECT_TRUE(has(outcomes[1].err, "stopped: BPR-MF can only be trained by a single process")) << outcomes[1].err;
    EXPECT_TRUE(recordOf("alone").is_null());
}

TEST_F(DistributedFailure, AMissingGpuIsReportedByAllAndNoRunIsStored) {
    Arguments arguments = eightEpochs("on GPUs");
    *std::find(arguments.begin(), arguments.end(), "cpu") = "cuda";
    const Outcome alone = run(1, arguments).front();
    if (alone.exitCode == 0) GTEST_SKIP() << "There is a GPU here.";
    const std::string sentence = alone.err.substr(0, alone.err.find('\n'));
    EXPECT_TRUE(has(sentence, "CUDA") || has(sentence, "GPU") || has(sentence, "driver")) << sentence;
    const std::vector<Outcome> outcomes = run(2, arguments);
    EXPECT_EQ(outcomes[0].exitCode, 2);
    EXPECT_TRUE(has(outcomes[0].err, sentence)) << outcomes[0].err;
    EXPECT_EQ(outcomes[1].exitCode, 1);
    EXPECT_TRUE(has(outcomes[1].err, "The process with rank 0 (on ")) << outcomes[1].err;
    EXPECT_TRUE(has(outcomes[1].err, "stopped: ")) << outcomes[1].err;
    EXPECT_TRUE(recordOf("on GPUs").is_null());
}

TEST_F(DistributedFailure, ResumingAFinishedRunIsRefusedByAll) {
    Arguments arguments = train("done", {"batch_size=240", "epochs=1"});
    arguments.insert(arguments.end(), {"--model", "sasrec"});
    ASSERT_EQ(run(1, arguments).front().exitCode, 0);
    const std::vector<Outcome> outcomes = run(2, resume("done"));
    EXPECT_EQ(outcomes[0].exitCode, 2);
    EXPECT_EQ(outcomes[1].exitCode, 1);
    for (const Outcome& outcome : outcomes) EXPECT_TRUE(has(outcome.err, "is finished")) << outcome.err;
    EXPECT_EQ(recordOf("done")["state"], "finished");
}

TEST_F(DistributedFailure, AMissingRendezvousAddressIsNamed) {
    ProcessContext context;
    context.environment = {{"RANK", "1"}, {"WORLD_SIZE", "2"}};
    const Outcome outcome = CliProcess(eightEpochs("nowhere"), context).wait();
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_TRUE(has(outcome.err, "MASTER_ADDR")) << outcome.err;
}

}  // namespace
}  // namespace recscope::test
