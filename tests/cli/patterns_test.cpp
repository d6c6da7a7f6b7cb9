// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the command patterns on the sample data, which has planted patterns, and on data that has none.
#include <gtest/gtest.h>

#include <set>

#include "cli_fixture.h"
#include "core/data/sample_shop.h"
#include "core/store/workspace.h"

namespace recscope::test {
namespace {

class PatternsCommand : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        {
            Workspace workspace = Workspace::open(s_folder->path("w.recscope"));
            ensureSampleDataset(workspace, {}, {});
        }
        cli({"import", s_folder->write("small.csv", smallInteractions(40))});
        for (const std::string dataset : {kSampleName, "small"}) {
            cli({"train", "--dataset", dataset, "--model", "sasrec", "--name", dataset, "--set", "epochs=1", "--set",
                 "dim=8", "--set", "inner_dim=8", "--set", "layers=1", "--set", "max_length=8"});
        }
    }
};

TEST_F(PatternsCommand, TheRowsAddUpToTheEvaluationOfTheRun) {
    for (const std::string split : {"test", "valid"}) {
        const Json answer = json({"patterns", "--run", kSampleName, "--split", split});
        const Json evaluation = json({"evaluate", "--run", kSampleName, "--split", split});
        EXPECT_EQ(answer["run"], kSampleName);
        EXPECT_EQ(answer["split"], split);
        EXPECT_EQ(answer["protocol"], evaluation["protocol"]);
        double hits = 0, gains = 0;
        std::int64_t users = 0;
        std::set<std::string> patterns;
        for (const Json& row : answer["habits"]) {  // the keys have the former word for patterns
            users += row["users"].get<std::int64_t>();
            hits += row["users"].get<double>() * row["hr@10"].get<double>();
            gains += row["users"].get<double>() * row["ndcg@10"].get<double>();
            patterns.insert(row["habit"]);
            for (const char* metric : {"hr@10", "ndcg@10"}) {
                const Json& interval = row[std::string(metric) + "_interval"];
                EXPECT_LE(interval["low"], row[metric]);
                EXPECT_GE(interval["high"], row[metric]);
            }
            EXPECT_GT(row["best"]["ndcg@10"], 0);
        }
        EXPECT_EQ(patterns, (std::set<std::string>{"repeat", "after_gap", "bundle", "chain", "noise"}));
        EXPECT_EQ(users, evaluation["users"]);
        EXPECT_EQ(answer["all"]["users"], users);
        EXPECT_TRUE(answer["all"]["habit"].is_null());
        const double all = static_cast<double>(users);
        EXPECT_NEAR(hits / all, evaluation["metrics"]["hr@10"].get<double>(), 1e-9);
        EXPECT_NEAR(gains / all, evaluation["metrics"]["ndcg@10"].get<double>(), 1e-9);
        for (const Json& reference : evaluation["references"]) {
            if (reference["name"] == "Best reachable") {
                EXPECT_NEAR(answer["all"]["best"]["ndcg@10"].get<double>(),
                            reference["metrics"]["ndcg@10"].get<double>(), 1e-9);
            }
        }
    }
}

TEST_F(PatternsCommand, TheTextIsATableWithTheProtocol) {
    const Outcome outcome = cli({"patterns", "--run", kSampleName});
    EXPECT_EQ(cli({"habits", "--run", kSampleName}).out, outcome.out);  // the former name of the command
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("protocol full: among all items"), std::string::npos) << outcome.out;
    std::size_t width = 0;
    for (const char* title : {"Repeat", "After a gap", "Bundle", "Chain", "No reason", "All"}) {
        const std::size_t at = outcome.out.find("\n" + std::string(title) + "  ");
        ASSERT_NE(at, std::string::npos) << title << "\n" << outcome.out;
        const std::size_t length = outcome.out.find('\n', at + 1) - at;
        if (width == 0) width = length;
        EXPECT_EQ(length, width) << "columns are aligned\n" << outcome.out;
    }
}

TEST_F(PatternsCommand, DataWithoutCausesIsRefused) {
    expectError({"patterns", "--run", "small"}, 1, "does not record why its interactions happened");
    expectError({"patterns", "--run", "nobody"}, 1, "nobody");
    expectError({"patterns"}, 2, "--run");
    expectError({"patterns", "--run", kSampleName, "--split", "training"}, 2, "--split");
}

}  // namespace
}  // namespace recscope::test
