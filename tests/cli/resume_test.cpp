// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a killed or stopped training resumes as if it had not been interrupted.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <csignal>

#include "cli_process.h"
#include "small_data.h"

namespace recscope::test {
namespace {

class Resume : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        ASSERT_EQ(cli({"import", m_folder.write("small.csv", smallInteractions(400))}).exitCode, 0);
    }

    Arguments withWorkspace(Arguments arguments) const {
        arguments.insert(arguments.end(), {"--workspace", m_folder.path("w.recscope")});
        return arguments;
    }
    Outcome cli(const Arguments& arguments) const { return runCli(withWorkspace(arguments)); }
    /// The arguments that train three epochs. 400 histories in batches of 4 give 100 steps per epoch, so a signal that
    /// is sent when the line of an epoch appears arrives during the next epoch.
    Arguments train(const std::string& name) const {
        return {"train", "--dataset", "small", "--model", GetParam(), "--name",       name,       "--set", "epochs=3",
                "--set", "dim=16",    "--set", "heads=2", "--set",    "batch_size=4", "--device", "cpu",   "--json"};
    }
    /// The numbers that must not depend on interruptions: each epoch's loss and metrics, and the test metrics.
    static Json numbers(const std::vector<Json>& events) {
        Json all = Json::object();
        for (const Json& event : events) {
            if (event["event"] == "epoch") {
                all["epoch " + event["epoch"].dump()] = {event["loss"], event["valid"]};
            } else if (event["event"] == "finished") {
                all["end"] = {event["test"], event["best_epoch"], event["sequences_seen"]};
            }
        }
        return all;
    }
    Json recordOf(const std::string& run) const {
        const Json answer = cli({"runs", "--json"}).json();
        for (const Json& entry : answer["runs"]) {
            if (entry["name"] == run) return entry;
        }
        return {};
    }
    /// What SQLite finds when it checks the workspace: "ok" or errors.
    std::string integrity() const {
        sqlite3* database = nullptr;
        sqlite3_open_v2(m_folder.path("w.recscope").c_str(), &database, SQLITE_OPEN_READWRITE, nullptr);
        std::string answer;
        const auto keep = [](void* text, int, char** values, char**) {
            *static_cast<std::string*>(text) += values[0];
            return 0;
        };
        sqlite3_exec(database, "PRAGMA integrity_check", keep, &answer, nullptr);
        sqlite3_close(database);
        return answer;
    }
    /// The numbers of an interrupted run: from the process that began it and from the one that resumed it.
    Json interruptedNumbers(const Outcome& begun, const Outcome& resumed) const {
        std::vector<Json> events = begun.events();
        for (const Json& event : resumed.events()) events.push_back(event);
        return numbers(events);
    }

    TemporaryFolder m_folder;
};

TEST_P(Resume, AKilledRunResumesToTheNumbersOfAnUninterruptedOne) {
    const Outcome uninterrupted = cli(train("whole"));
    ASSERT_EQ(uninterrupted.exitCode, 0) << uninterrupted.err;

    CliProcess process(withWorkspace(train("cut")));
    ASSERT_TRUE(process.waitForOutput("\"epoch\":1,"));
    process.send(SIGKILL);
    const Outcome killed = process.wait();
    EXPECT_EQ(killed.signal, SIGKILL);
    EXPECT_EQ(killed.out.find("finished"), std::string::npos);
    EXPECT_EQ(integrity(), "ok");
    EXPECT_EQ(recordOf("cut")["state"], "stopped");
    EXPECT_EQ(recordOf("cut")["epochs_done"], 1);

    const Outcome resumed = cli({"train", "--resume", "cut", "--device", "cpu", "--json"});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_EQ(interruptedNumbers(killed, resumed), numbers(uninterrupted.events()));
    EXPECT_EQ(recordOf("cut")["state"], "finished");
    EXPECT_EQ(integrity(), "ok");
}

TEST_P(Resume, AStoppedRunExitsWith130AndResumesWithinItsEpoch) {
    const Outcome uninterrupted = cli(train("whole"));
    ASSERT_EQ(uninterrupted.exitCode, 0) << uninterrupted.err;

    CliProcess process(withWorkspace(train("cut")));
    ASSERT_TRUE(process.waitForOutput("\"epoch\":1,"));
    process.send(SIGINT);
    const Outcome stopped = process.wait();
    EXPECT_EQ(stopped.exitCode, 130) << stopped.err;
    EXPECT_EQ(stopped.events().back()["event"], "stopped");
    EXPECT_EQ(recordOf("cut")["state"], "stopped");

    const Outcome resumed = cli({"train", "--resume", "cut", "--device", "cpu", "--json"});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_EQ(interruptedNumbers(stopped, resumed), numbers(uninterrupted.events()));
}

TEST_P(Resume, AStoppedRunPrintsTheCommandThatEvaluatesItOnTest) {
    Arguments arguments = train("cut");
    arguments.pop_back();  // removes --json
    CliProcess process(withWorkspace(arguments));
    ASSERT_TRUE(process.waitForOutput("best so far"));
    process.send(SIGINT);
    const Outcome stopped = process.wait();
    EXPECT_EQ(stopped.exitCode, 130) << stopped.err;
    EXPECT_NE(stopped.err.find("not scored on test yet: recscope-cli evaluate --run cut\n"), std::string::npos)
        << stopped.err;
    EXPECT_TRUE(recordOf("cut")["test"].is_null()) << "a stop must not wait until the test ranks are computed";
    EXPECT_NE(cli({"runs"}).out.find("cut: stopped; to score it on test: recscope-cli evaluate --run cut"),
              std::string::npos);
    const Json evaluated = cli({"evaluate", "--run", "cut", "--json"}).json();
    EXPECT_EQ(recordOf("cut")["test"]["ndcg@10"], evaluated["metrics"]["ndcg@10"]);
    EXPECT_EQ(recordOf("cut")["state"], "stopped");
    EXPECT_EQ(cli({"runs"}).out.find("to score it on test:"), std::string::npos);
}

TEST_P(Resume, TheCommandThatContinuesARunQuotesItsNameForTheShell) {
    Arguments arguments = train("my $run");
    arguments.pop_back();  // removes --json
    CliProcess process(withWorkspace(arguments));
    ASSERT_TRUE(process.waitForOutput("best so far"));
    process.send(SIGINT);
    const Outcome stopped = process.wait();
    EXPECT_NE(stopped.err.find("Continue with: recscope-cli train --resume 'my $run'\n"), std::string::npos)
        << stopped.err;
}

TEST_P(Resume, AFinishedRunCannotBeResumed) {
    ASSERT_EQ(cli(train("whole")).exitCode, 0);
    const Outcome again = cli({"train", "--resume", "whole", "--json"});
    EXPECT_EQ(again.exitCode, 2);
    EXPECT_NE(Json::parse(again.err)["error"]["message"].get<std::string>().find("finished"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(BothModels, Resume, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope::test
