// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the command adopt with lists of recommendations: their metrics, warnings about unusual lists, and the commands
// that refuse them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "cli_fixture.h"
#include "core/parquet/parquet.h"

namespace recscope::test {
namespace {

class ListsAdoptedFromFiles : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(150)), "--name", "small", "--items",
             s_folder->write("titles.csv", smallItems())});
        cli({"train", "--dataset", "small", "--model", "sasrec", "--name", "model", "--set", "epochs=2", "--set",
             "dim=8", "--set", "max_length=16"});
        for (const char* file : {"lists.csv", "lists.jsonl"})
            cli({"recommend", "--run", "model", "--all-users", "--top", "10", "--out", s_folder->path(file)});
    }
    static Json adopted(const std::string& file, const std::string& name) {
        return json({"adopt", file, "--dataset", "small", "--name", name});
    }
    static bool warns(const Json& adopted, const std::string& words) {
        return std::any_of(adopted["warnings"].begin(), adopted["warnings"].end(), [&](const Json& warning) {
            return warning.get<std::string>().find(words) != std::string::npos;
        });
    }
    static std::string contentOf(const std::string& path) {
        std::ifstream file(path);
        std::stringstream content;
        content << file.rdbuf();
        return content.str();
    }
};

/// The lists of a model are exported and adopted. For every K up to their depth they have the metrics of the model.
/// Their MRR is smaller, because a target below that depth counts as a miss.
TEST_F(ListsAdoptedFromFiles, HaveTheMetricsOfTheModelThatMadeThem) {
    const Json model = json({"evaluate", "--run", "model"});
    for (const std::string file : {"lists.csv", "lists.jsonl"}) {
        const Json lists = adopted(s_folder->path(file), file);
        EXPECT_EQ(lists["model"], "fixed_lists");
        EXPECT_EQ(lists["depth"], 10);
        EXPECT_EQ(lists["users"], 150);
        EXPECT_EQ(lists["unknown_users"].get<int>() + lists["unknown_items"].get<int>(), 0);
        EXPECT_EQ(lists["users_with_seen_items"], 0);
        for (const char* metric : {"hr@1", "hr@5", "hr@10", "ndcg@5", "ndcg@10"})
            EXPECT_DOUBLE_EQ(lists["test"][metric].get<double>(), model["metrics"][metric].get<double>()) << metric;
        EXPECT_LT(lists["test"]["mrr"], model["metrics"]["mrr"]);
        EXPECT_TRUE(warns(lists, "at most 10 items"));
    }
}

/// The adopted lists and their scores are the same whether the file was Parquet or CSV.
TEST_F(ListsAdoptedFromFiles, HaveTheSameMetricsInParquetAsInCsv) {
    if (!hasParquet()) GTEST_SKIP() << "this build has no Apache Arrow: ./dev test --with arrow";
    const std::string file = s_folder->path("same.parquet");
    const Json written = json({"recommend", "--run", "model", "--all-users", "--top", "10", "--out", file});
    EXPECT_EQ(written["users"], 150);
    const Json csv = adopted(s_folder->path("lists.csv"), "as csv"), parquet = adopted(file, "as parquet");
    for (const char* key : {"test", "protocol", "depth", "users", "recommendations", "own_scores", "damaged_lines"})
        EXPECT_EQ(parquet[key], csv[key]) << key;
    EXPECT_EQ(parquet["recommendations"], 1500);
    EXPECT_EQ(json({"recommend", "--run", "as parquet", "--user", "u7"})["recommendations"],
              json({"recommend", "--run", "as csv", "--user", "u7"})["recommendations"]);
}

TEST_F(ListsAdoptedFromFiles, InParquetAreRefusedWithoutArrowWithAHintToConvertThem) {
    if (hasParquet()) GTEST_SKIP() << "this build has Apache Arrow";
    const std::string file = s_folder->write("theirs.parquet", "PAR1");
    expectError({"adopt", file, "--dataset", "small"}, 1, "does not read Parquet: theirs.parquet");
    expectError({"adopt", file, "--dataset", "small"}, 1, "pandas.read_parquet(\"" + file + "\")");
    expectError({"recommend", "--run", "model", "--all-users", "--out", s_folder->path("ours.parquet")}, 2,
                "does not write Parquet: ours.parquet");
}

TEST_F(ListsAdoptedFromFiles, AreRecommendedInTheOrderOfTheFile) {
    adopted(s_folder->path("lists.csv"), "again");
    const Json model = json({"recommend", "--run", "model", "--user", "u7"})["recommendations"];
    const Json lists = json({"recommend", "--run", "again", "--user", "u7", "--top", "50"})["recommendations"];
    ASSERT_EQ(lists.size(), 10u);  // no item beyond the list
    for (std::size_t i = 0; i < lists.size(); ++i) EXPECT_EQ(lists[i]["item"], model[i]["item"]) << i;
    const Outcome whatIf = cli({"what-if", "--run", "again", "--user", "u7", "--delete", "1"});
    EXPECT_EQ(whatIf.exitCode, 0) << whatIf.err;
    EXPECT_NE(whatIf.out.find("does not read the history"), std::string::npos) << whatIf.out;
    const std::string out = s_folder->path("back.csv");
    cli({"recommend", "--run", "again", "--all-users", "--out", out});
    const std::string original = contentOf(s_folder->path("lists.csv")), exported = contentOf(out);
    EXPECT_EQ(std::count(original.begin(), original.end(), '\n'), std::count(exported.begin(), exported.end(), '\n'));
}

TEST_F(ListsAdoptedFromFiles, UnusualRowsAreCountedAndWarnedAbout) {
    const std::string seenItem = json({"explain", "--run", "model", "--user", "u1"})["history"][0];
    const Json recommended = json({"recommend", "--run", "model", "--user", "u1"})["recommendations"];
    const std::string first = recommended[0]["item"], second = recommended[1]["item"];
    const std::string file =
        s_folder->write("odd.csv", "user,item,score\nu1," + first + ",3\nu1," + first + ",2\nu1," + seenItem +
                                       ",1\nu1,no-such-item,1\n" + "nobody," + second + ",1\n");
    const Json lists = adopted(file, "odd");
    EXPECT_EQ(lists["users"], 1);
    EXPECT_EQ(lists["recommendations"], 2);
    EXPECT_EQ(lists["duplicates"], 1);
    EXPECT_EQ(lists["unknown_users"], 1);
    EXPECT_EQ(lists["unknown_items"], 1);
    EXPECT_EQ(lists["users_with_seen_items"], 1);
    EXPECT_EQ(lists["users_without_list"], 149);
    EXPECT_EQ(lists["protocol"]["seen"], "kept");
    for (const char* words : {"have no list", "already had", "\"nobody\"", "\"no-such-item\"", "occurred again"})
        EXPECT_TRUE(warns(lists, words)) << words << "\n" << lists["warnings"].dump(1);
    EXPECT_EQ(json({"adopt", file, "--dataset", "small", "--name", "odd2", "--seen", "removed"})["protocol"]["seen"],
              "removed");
}

TEST_F(ListsAdoptedFromFiles, OneFileMayContainTheListsOfSeveralSystems) {
    std::string rows = "model,user,item,rank\n";  // "model" names the system that made the list
    for (const char* system : {"first", "second"})
        for (int i = 1; i <= 3; ++i)
            rows += std::string(system) + ",u1,f" + std::to_string(i) + "," + std::to_string(i) + "\n";
    const Outcome both =
        cli({"--json", "adopt", s_folder->write("two.csv", rows), "--dataset", "small", "--name", "ours"});
    ASSERT_EQ(both.exitCode, 0) << both.err;
    const std::vector<Json> runs = both.events();
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0]["run"], "ours · first");
    EXPECT_EQ(runs[1]["run"], "ours · second");
}

TEST_F(ListsAdoptedFromFiles, ASystemWithoutKnownIdsIsLeftOutAndTheOthersAreAdopted) {
    const std::string item = json({"recommend", "--run", "model", "--user", "u1"})["recommendations"][0]["item"];
    const std::string file =
        s_folder->write("strange.csv", "model,user,item,score\nforeign,nobody,nothing,1\nours,u1," + item + ",2\n");
    const Outcome outcome = cli({"--json", "adopt", file, "--dataset", "small", "--name", "half"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("dataset: foreign."), std::string::npos) << outcome.out;
    const Outcome none =
        cli({"adopt", s_folder->write("none.csv", "user,item,score\nnobody,nothing,1\n"), "--dataset", "small"});
    EXPECT_NE(none.exitCode, 0);
    EXPECT_NE(none.err.find("names both a user and an item"), std::string::npos) << none.err;
}

TEST_F(ListsAdoptedFromFiles, HaveARowInAStudyExceptUnderSampledProtocols) {
    adopted(s_folder->path("lists.csv"), "row");
    const std::string file = s_folder->write("study.json", R"({"name": "study", "datasets": "small", "seeds": [1],
        "protocols": ["full", "pop100"], "runs": [{"run": "row"}, {"model": "popularity"}]})");
    const Outcome run = cli({"plan", "run", file, "--no-estimate"});
    EXPECT_EQ(run.exitCode, 0) << run.out << run.err;
    const Json study = json({"plan", "show", file, "--no-estimate"});
    EXPECT_EQ(study["finished"], 2);
    EXPECT_EQ(study["tables"][0]["rows"].size(), 2u);
    // Lists cannot rank sampled candidates, so only popularity has a row for pop100.
    EXPECT_EQ(study["tables"][1]["rows"].size(), 1u);
}

/// A user without a list, and targets that are in no list, are misses at every K.
TEST_F(ListsAdoptedFromFiles, UnlistedTargetsAreMisses) {
    const Json lists = adopted(s_folder->write("miss.csv", "user,item,score\nu1,f0,1\n"), "miss");
    EXPECT_EQ(lists["test"]["hr@20"].get<double>(), lists["test"]["hr@1"].get<double>());
    EXPECT_LT(lists["test"]["mrr"].get<double>(), 0.01);
    const Json answer = json({"recommend", "--run", "miss", "--user", "u2"});
    EXPECT_TRUE(answer["recommendations"].empty());
}

TEST_F(ListsAdoptedFromFiles, UnsupportedRequestsAreRefusedWithAMessage) {
    adopted(s_folder->path("lists.csv"), "limited");
    expectError({"evaluate", "--run", "limited", "--protocol", "pop100"}, 2, "cannot rank sampled candidates");
    expectError({"evaluate", "--run", "limited", "--split", "valid"}, 2,
                "cannot rank sampled candidates or validation");
    expectError({"adopt", s_folder->path("lists.csv"), "--dataset", "small", "--layout", "recscope"}, 2,
                "only for weights");
    expectError({"train", "--dataset", "small", "--model", "fixed_lists"}, 2, "cannot be trained");
    expectError({"adopt", s_folder->write("other.csv", "user,item,score\nx,y,1\n"), "--dataset", "small"}, 1,
                "names both a user and an item of the dataset");
    expectError({"adopt", s_folder->write("columns.csv", "a,b\n1,2\n"), "--dataset", "small"}, 1, "match no ids");
}

}  // namespace
}  // namespace recscope::test
