// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the JSON output of the commands, on which other programs rely. All tests share one workspace with trained runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

const std::vector<std::string> kMetricNames = {"hr@1", "hr@5", "hr@10", "hr@20", "ndcg@5", "ndcg@10", "ndcg@20", "mrr"};

class Commands : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        s_import = cli({"import", s_folder->write("small.csv", smallInteractions(60)), "--items",
                        s_folder->write("titles.csv", smallItems()), "--json"});
        for (const std::string model : {"bert4rec", "sasrec"}) {
            s_train = cli({"train", "--dataset", "small", "--model", model, "--name", model, "--set", "epochs=2",
                           "--set", "dim=8", "--set", "max_length=8", "--seed", "5", "--json"});
        }
    }
    static std::vector<std::string> linesOf(const std::string& name) {
        std::ifstream file(s_folder->path(name));
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);) lines.push_back(line);
        return lines;
    }
    static void expectMetrics(const Json& metrics) {
        EXPECT_EQ(metrics.size(), kMetricNames.size());
        for (const std::string& name : kMetricNames) {
            EXPECT_GE(metrics.at(name).get<double>(), 0) << name;
            EXPECT_LE(metrics.at(name).get<double>(), 1) << name;
        }
    }

    static Outcome s_import;
    static Outcome s_train;  ///< of the run "sasrec", which is trained last
};

Outcome Commands::s_import, Commands::s_train;

TEST_F(Commands, ImportPrintsTheDatasetAndItsReport) {
    ASSERT_EQ(s_import.exitCode, 0) << s_import.err;
    const Json json = s_import.json();
    EXPECT_EQ(json["dataset"]["name"], "small");
    EXPECT_EQ(json["dataset"]["users"], 60);
    EXPECT_EQ(json["dataset"]["items"], 40);
    EXPECT_EQ(json["dataset"]["interactions"], 720);
    EXPECT_EQ(json["report"]["rows_read"], 720);
}

TEST_F(Commands, ADryRunCountsWhatAnImportWouldKeepAndStoresNothing) {
    const std::string path = s_folder->write("again.csv", smallInteractions(60));
    const Json counted = json({"import", path, "--dry-run", "--min-user-interactions", "12"});
    EXPECT_EQ(counted["dry_run"], true);
    EXPECT_EQ(counted["report"]["rows_read"], 720);
    EXPECT_EQ(json({"datasets"})["datasets"].size(), 1u);
}

TEST_F(Commands, TheCandidateFormatsOfAFileHaveAConfidenceAndAReason) {
    const Json formats = json({"formats", s_folder->write("again.csv", smallInteractions(60))});
    EXPECT_GT(formats["candidates"].at(0)["confidence"], 0.5);
    EXPECT_FALSE(formats["candidates"].at(0)["why"].get<std::string>().empty());
    EXPECT_GE(json({"formats"})["formats"].size(), 14u);
}

TEST_F(Commands, StatsContainTheImportSettingsAndTheChecksum) {
    const Json stats = json({"stats", "--dataset", "small"});
    EXPECT_EQ(stats["settings"]["path"], s_folder->path("small.csv"));
    EXPECT_EQ(stats["import_report"]["checksum"].get<std::string>().size(), 64u);
}

TEST_F(Commands, DatasetsAreListedWithAverageLengthAndDensity) {
    const Json dataset = json({"datasets"})["datasets"].at(0);
    EXPECT_EQ(dataset["average_length"], 12);
    EXPECT_DOUBLE_EQ(dataset["density"], 720.0 / (60 * 40));
    for (const char* key : {"name", "users", "items", "interactions", "source", "format"}) {
        EXPECT_TRUE(dataset.contains(key)) << key;
    }
}

TEST_F(Commands, StatsContainLengthsPopularityAndTheSharesOfEqualTimesAndRepeats) {
    const Json stats = json({"stats", "--dataset", "small"});
    EXPECT_EQ(stats["history_length"]["median"], 12);
    EXPECT_GT(stats["top_1_percent_share"], 0);
    EXPECT_EQ(stats["tied_time_share"], 0);
    EXPECT_EQ(stats["repeat_share"], 0);
}

TEST_F(Commands, StatsStateTheProtocolAndWhetherTheOrderMatters) {
    const Json stats = json({"stats", "--dataset", "small"});
    const Json& report = stats["sequentiality"];
    EXPECT_TRUE(report["verdict"].is_string());
    EXPECT_EQ(report["sentences"].size(), 2u);
    EXPECT_EQ(report["protocol"]["name"], "full");
    EXPECT_EQ(report["transitions"], 720 - 60);
    for (const char* key : {"entropy_bits", "shuffled_entropy_bits", "order_gain", "consecutive_repeat_share", "bigram",
                            "popularity", "ndcg@10_gain", "hr@10_gain"})
        EXPECT_TRUE(report.contains(key)) << key;
    for (const char* key : {"popularity", "length_bars", "gaps", "notes"}) EXPECT_TRUE(stats.contains(key)) << key;
    EXPECT_EQ(json({"stats", "--dataset", "small"}), stats);
}

TEST_F(Commands, StatsOfAnItemContainTheItemsThatFollowIt) {
    const Json item = json({"stats", "--dataset", "small", "--item", "f7"});
    EXPECT_EQ(item["item"], "f7");
    EXPECT_EQ(item["users"], item["interactions"]);  // no user repeats an item
    std::int64_t followers = 0;
    for (const Json& next : item["after"]) {
        EXPECT_GE(next["count"], item["min_support"]);
        EXPECT_GT(next["lift"], 0);
        followers += next["count"].get<std::int64_t>();
    }
    EXPECT_LE(followers, item["interactions"].get<std::int64_t>() - item["as_last"].get<std::int64_t>());
    EXPECT_GT(item["together"].size(), 0u);
}

TEST_F(Commands, FormatsAndModelsAreListed) {
    EXPECT_GE(json({"formats"})["formats"].size(), 14u);
    const auto listed = json({"models"});
    std::set<std::string> keys, modelKeys, models;
    for (const auto& key : listed["config_keys"]) keys.insert(key["key"].get<std::string>());
    for (const auto& model : listed["models"]) {
        models.insert(model["name"].get<std::string>());
        EXPECT_GT(model["presets"].size(), 0u) << model["name"];
        for (const auto& key : model["keys"]) modelKeys.insert(key.get<std::string>());
    }
    EXPECT_EQ(keys, modelKeys);
    EXPECT_GE(keys.size(), 47u);
    EXPECT_EQ(models.size(), listed["models"].size());
    for (const auto& key : listed["config_keys"]) {
        if (key["key"] == "mask_probability") {
            EXPECT_EQ(key["models"].size(), 1u);
        }
    }
}

TEST_F(Commands, TrainingReportsOneEventPerEpochAndTheEnd) {
    ASSERT_EQ(s_train.exitCode, 0) << s_train.err;
    std::vector<Json> epochs, ends;
    for (const Json& event : s_train.events()) {
        if (event["event"] == "epoch") epochs.push_back(event);
        if (event["event"] == "finished") ends.push_back(event);
    }
    ASSERT_EQ(epochs.size(), 2u);
    ASSERT_EQ(ends.size(), 1u);
    EXPECT_EQ(epochs[1]["epoch"], 2);
    EXPECT_GT(epochs[1]["loss"], 0);
    EXPECT_GT(epochs[1]["sequences_per_second"], 0);
    expectMetrics(epochs[1]["valid"]);
    EXPECT_EQ(ends[0]["run"], "sasrec");
    EXPECT_EQ(ends[0]["sequences_seen"], 2 * 60);  // epochs times users
    EXPECT_TRUE(ends[0].contains("device") && ends[0].contains("seconds") && ends[0].contains("best_epoch"));
    EXPECT_EQ(ends[0]["protocol"]["name"], "full");
    expectMetrics(ends[0]["test"]);
    EXPECT_EQ(ends[0]["references"][0]["name"], "Popularity");
    expectMetrics(ends[0]["references"][0]["test"]);
}

TEST_F(Commands, EveryModelTrainsEvaluatesAndRecommends) {
    TemporaryFolder folder;
    const std::string workspace = folder.path("models.recscope");
    const std::string data = folder.write("small.csv", smallInteractions(60));
    ASSERT_EQ(CliProcess({"import", data, "--workspace", workspace}).wait().exitCode, 0);
    const Json models = json({"models"})["models"];
    ASSERT_FALSE(models.empty());
    for (const Json& model : models) {
        const std::string name = model["name"];
        SCOPED_TRACE(name);
        Arguments training = {"train",   "--workspace", workspace, "--dataset", "small",
                              "--model", name,          "--name",  name,        "--json"};
        for (const auto& [key, value] : std::map<std::string, std::string>{{"epochs", "1"}, {"dim", "8"}}) {
            const auto& keys = model["keys"];
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
            training.insert(training.end(), {"--set", key + "=" + value});
        }
        const Outcome trained = CliProcess(training).wait();
        ASSERT_EQ(trained.exitCode, 0) << trained.err;
        const Outcome scored = CliProcess({"evaluate", "--workspace", workspace, "--run", name, "--json"}).wait();
        ASSERT_EQ(scored.exitCode, 0) << scored.err;
        EXPECT_EQ(scored.json()["metrics"], trained.events().back()["test"]);
        const Outcome requested =
            CliProcess({"recommend", "--workspace", workspace, "--run", name, "--user", "u1", "--top", "5", "--json"})
                .wait();
        ASSERT_EQ(requested.exitCode, 0) << requested.err;
        EXPECT_EQ(requested.json()["recommendations"].size(), 5u);
    }
}

TEST_F(Commands, TrainingReportsTheProgressOfAnEpoch) {
    TemporaryFolder folder;
    const std::string workspace = folder.path("progress.recscope");
    const std::string data = folder.write("small.csv", smallInteractions(60));
    ASSERT_EQ(CliProcess({"import", data, "--workspace", workspace}).wait().exitCode, 0);
    const Arguments training = {
        "train",       "--workspace", workspace, "--dataset",        "small", "--model", "sasrec",
        "--set",       "epochs=2",    "--set",   "batch_size=16",    "--set", "dim=8",   "--set",
        "inner_dim=8", "--device",    "cpu",     "--progress-every", "0"};  // 0 seconds: one event after every step
    Arguments asJson = training;
    asJson.push_back("--json");
    const Outcome events = CliProcess(asJson).wait();
    ASSERT_EQ(events.exitCode, 0) << events.err;
    std::vector<Json> progress;
    for (const Json& event : events.events()) {
        if (event["event"] == "progress") progress.push_back(event);
    }
    ASSERT_FALSE(progress.empty());
    const auto steps = progress.back()["steps"].get<std::size_t>();
    EXPECT_GT(steps, 1u);
    EXPECT_EQ(progress.size(), 2 * steps);  // one event per step, and two epochs
    EXPECT_EQ(progress[steps]["epoch"], 2);
    EXPECT_EQ(progress[steps]["step"], 1);
    EXPECT_GT(progress.back()["loss"], 0);
    EXPECT_GE(progress.back()["seconds_left"], 0);

    const Outcome text = CliProcess(training).wait();
    EXPECT_NE(text.err.find("epoch 2/2, step 1/"), std::string::npos) << text.err;
    EXPECT_EQ(text.out.find("step"), std::string::npos) << text.out;
}

TEST_F(Commands, RunsAreListedWithTheirConfigAndProtocol) {
    const Json runs = json({"runs"})["runs"];
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0]["name"], "sasrec");
    EXPECT_EQ(runs[0]["config"]["dim"], 8);
    EXPECT_EQ(runs[0]["config"]["seed"], 5);
    EXPECT_EQ(runs[0]["state"], "finished");
    EXPECT_TRUE(runs[0]["protocol"].is_object());
}

TEST_F(Commands, EvaluationRepeatsTheTestMetricsOfTraining) {
    const Json evaluation = json({"evaluate", "--run", "sasrec"});
    EXPECT_EQ(evaluation["users"], 60);
    EXPECT_GE(evaluation["tie_rate"], 0);
    EXPECT_EQ(evaluation["metrics"], s_train.events().back()["test"]);
    EXPECT_EQ(evaluation["protocol"], s_train.events().back()["protocol"]);
    EXPECT_EQ(json({"evaluate", "--run", "sasrec", "--language", "ko"}), evaluation);
}

TEST_F(Commands, EvaluationPrintsDebiasedMetrics) {
    const Json measured =
        json({"evaluate", "--run", "sasrec", "--metrics", "debiased_ndcg@10,debiased_hr@10,hr@10"})["measured"];
    ASSERT_EQ(measured.size(), 3u);
    EXPECT_EQ(measured["hr@10"]["users"], 60);
    EXPECT_LE(measured["debiased_hr@10"]["users"], 60);
    EXPECT_EQ(measured["debiased_hr@10"]["users"], measured["debiased_ndcg@10"]["users"]);
    EXPECT_GE(measured["debiased_hr@10"]["value"], measured["debiased_ndcg@10"]["value"]);
    expectError({"evaluate", "--run", "sasrec", "--metrics", "debiased_auc@10"}, 2, "There is no metric named");
    expectError({"evaluate", "--run", "sasrec", "--metrics", "auc@10"}, 2, "debiased_ndcg@K");
}

TEST_F(Commands, EvaluationMeasuresTheRequestedMetricsAndTheLists) {
    const Json evaluation = json({"evaluate", "--run", "sasrec", "--metrics", "recall@7,map@10,coverage@10"});
    EXPECT_EQ(evaluation["measured"].size(), 2u) << "coverage is among the metrics of the lists";
    EXPECT_LE(evaluation["measured"]["recall@7"]["low_95"], evaluation["measured"]["recall@7"]["value"]);
    EXPECT_EQ(evaluation["lists"]["coverage@10"]["value"], evaluation["coverage@10"]);
    EXPECT_GT(evaluation["lists"]["novelty@10"]["value"], 0);
    for (const Json& reference : evaluation["references"])
        EXPECT_GE(reference["measured"]["recall@7"], reference["metrics"]["hr@5"]) << reference["name"];
    EXPECT_EQ(evaluation["lists"]["diversity@10"]["value"], 0) << "all films have the same genres";
}

TEST_F(Commands, DrawnCandidatesAreExportedWithTheTargets) {
    json(
        {"evaluate", "--run", "sasrec", "--protocol", "uniform20", "--export-candidates", s_folder->path("drawn.csv")});
    const std::vector<std::string> lines = linesOf("drawn.csv");
    ASSERT_EQ(lines.size(), 1u + 60 * 21) << "a target and twenty candidates for each user";
    EXPECT_EQ(lines[0], "user,item,is_target");
    EXPECT_TRUE(lines[1].starts_with("u1,") && lines[1].ends_with(",1")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("u1,") && lines[2].ends_with(",0")) << lines[2];
    expectError({"evaluate", "--run", "sasrec", "--export-candidates", s_folder->path("no.csv")}, 2,
                "draws no candidates");
}

TEST_F(Commands, AWindowThatARunWasTrainedOnIsRefused) {
    expectError({"evaluate", "--run", "sasrec", "--split", "time:2001-09-09..2001-09-10"}, 2,
                "was trained on interactions of this window");
    expectError({"evaluate", "--run", "sasrec", "--split", "time:2001-09-10..2001-09-09"}, 2, "is no window of time");
    expectError({"evaluate", "--run", "sasrec", "--targets", "first"}, 2, "--targets needs a window of time");
}

TEST_F(Commands, SegmentsOfUsersAreWrittenTheWorstFirst) {
    json({"evaluate", "--run", "sasrec", "--metrics", "mrr,hr@5", "--segments", s_folder->path("segments.csv")});
    const std::vector<std::string> lines = linesOf("segments.csv");
    ASSERT_GT(lines.size(), 4u);
    EXPECT_EQ(lines[0], "segment_by,segment,segment_users,metric,mean,low_95,high_95,users");
    double previous = 0;
    for (const std::string& line : lines) {
        const std::size_t at = line.find(",mrr,");
        if (at == std::string::npos) continue;
        const double mean = std::stod(line.substr(at + 5));
        EXPECT_GE(mean, previous) << line;
        previous = mean;
    }
    EXPECT_GT(previous, 0);
}

TEST_F(Commands, ComparisonIsInNumbersAndInWords) {
    const Json comparison = json({"compare", "--run", "sasrec", "--against", "bert4rec", "--metrics",
                                  "ndcg@10,mrr,coverage@10", "--margin", "1"});
    EXPECT_EQ(comparison["first"], "sasrec");
    EXPECT_EQ(comparison["protocol"]["name"], "full");
    const Json& ndcg = comparison["differences"].at(0);
    EXPECT_EQ(ndcg["metric"], "ndcg@10");
    EXPECT_EQ(ndcg["first"], json({"evaluate", "--run", "sasrec"})["metrics"]["ndcg@10"]);
    EXPECT_NEAR(ndcg["difference"].get<double>(), ndcg["first"].get<double>() - ndcg["second"].get<double>(), 1e-12);
    EXPECT_GT(ndcg["users_needed"], 60) << "2 % cannot be found with sixty users";
    EXPECT_EQ(comparison["differences"].at(2)["verdict"], "not tested") << "coverage with one seed";
    EXPECT_EQ(comparison["comparisons"], 2 + comparison["differences"].size() - 3) << "two metrics and the segments";
    EXPECT_FALSE(comparison["sentences"].empty());
    expectError({"compare", "--run", "sasrec", "--against", "bert4rec", "--protocol", "uniform33"}, 1,
                "is not scored on test under this protocol");
    expectError({"compare", "--run", "sasrec", "--against", "bert4rec", "--metrics", "auc"}, 2,
                "There is no metric named");
}

TEST_F(Commands, EvaluationNamesTheRequestedProtocol) {
    const Json kept = json({"evaluate", "--run", "sasrec", "--keep-seen", "--split", "valid"});
    // A user has only 28 unseen items, fewer than the 100 that pop100 draws, so all of them are candidates.
    const Json sampled = json({"evaluate", "--run", "sasrec", "--protocol", "pop100"});
    EXPECT_NE(kept["protocol"], json({"evaluate", "--run", "sasrec"})["protocol"]);
    EXPECT_EQ(kept["split"], "valid");
    EXPECT_EQ(sampled["protocol"]["name"], "pop100");
    expectMetrics(sampled["metrics"]);
}

TEST_F(Commands, RecommendationsUseTheDatasetsIdsAndTitles) {
    const Json answer = json({"recommend", "--run", "bert4rec", "--user", "u1", "--top", "5"});
    EXPECT_EQ(answer["user"], "u1");
    EXPECT_EQ(answer["history"].size(), 11u);
    EXPECT_EQ(answer["history"][0], "f7");
    EXPECT_EQ(answer["target"], "f0");  // (7 + 11 * 3) mod 40
    ASSERT_EQ(answer["recommendations"].size(), 5u);
    const Json& first = answer["recommendations"][0];
    EXPECT_EQ(first["title"], "Film " + first["item"].get<std::string>().substr(1) + ", a title");
    EXPECT_EQ(first["rank"], 1);
    EXPECT_GE(first["score"], answer["recommendations"][4]["score"]);
    EXPECT_GT(first["probability"], 0);
}

TEST_F(Commands, AGivenHistoryHasNoTarget) {
    const Json answer = json({"recommend", "--run", "sasrec", "--history", "f1,f2,f3"});
    EXPECT_TRUE(answer["target"].is_null());
    EXPECT_TRUE(answer["user"].is_null());
    EXPECT_EQ(answer["history"], Json({"f1", "f2", "f3"}));
}

TEST_F(Commands, AttentionRowsSumToOneForEveryHead) {
    for (const std::string run : {"bert4rec", "sasrec"}) {
        const Json answer = json({"attention", "--run", run, "--user", "u2"});
        const std::size_t size = answer["positions"].size();
        EXPECT_EQ(size, 8u);
        EXPECT_EQ(answer["positions"].back()["item"] == "[MASK]", run == "bert4rec");
        ASSERT_EQ(answer["weights"].size(), answer["layers"]);
        for (const Json& layer : answer["weights"]) {
            ASSERT_EQ(layer.size(), answer["heads"]);
            for (const Json& head : layer) {
                ASSERT_EQ(head.size(), size);
                for (const Json& row : head) {
                    const auto weights = row.get<std::vector<double>>();
                    ASSERT_EQ(weights.size(), size);
                    // Each of the eight weights is a float32 quotient, so its relative error is at most 2^-24 (6e-8).
                    // The error of their sum is a few times as large.
                    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-6);
                }
            }
        }
    }
}

TEST_F(Commands, UnknownIdsOfUsersAndItemsAreNamedInTheError) {
    for (const Arguments& who : std::vector<Arguments>{{"--user", "u9999"}, {"--history", "f1,f9999"}}) {
        Arguments arguments = {"recommend", "--run", "sasrec"};
        arguments.insert(arguments.end(), who.begin(), who.end());
        const Outcome outcome = cli(arguments);
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_NE(outcome.err.find("9999"), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
}

TEST_F(Commands, ExportedWeightsAreSafetensorsWithConfigAndItems) {
    const std::string path = s_folder->path("weights.safetensors");
    const Json answer = json({"export", "--run", "bert4rec", "--out", path});
    EXPECT_EQ(answer["bytes"], std::filesystem::file_size(path));
    std::ifstream stream(path, std::ios::binary);
    std::uint64_t length = 0;
    stream.read(reinterpret_cast<char*>(&length), sizeof length);
    std::string header(length, '\0');
    stream.read(header.data(), static_cast<std::streamsize>(length));
    const Json json = Json::parse(header);
    EXPECT_EQ(json.at("item_embedding.weight").at("shape"), Json({42, 8}));  // 40 items, padding and [MASK]
    EXPECT_EQ(Json::parse(json.at("__metadata__").at("recscope.config").get<std::string>()).at("model"), "bert4rec");
    EXPECT_NE(json.at("__metadata__").at("items").get<std::string>().find("f7"), std::string::npos);
}

TEST_F(Commands, AnExportedRunIsAdoptedWithTheSameMetrics) {
    const std::string path = s_folder->path("sasrec.capsule.safetensors");
    json({"export", "--run", "sasrec", "--capsule", path});  // the weights and all other data of the run
    const Json adopted = json({"adopt", path, "--dataset", "small", "--name", "again"});
    EXPECT_EQ(adopted["test"], s_train.events().back()["test"]);
    EXPECT_EQ(adopted["protocol"], s_train.events().back()["protocol"]);
    const auto answer = [&](const char* run) {
        return json({"recommend", "--run", run, "--user", "u1"})["recommendations"];
    };
    EXPECT_EQ(answer("again"), answer("sasrec"));
    const Outcome refused = cli({"adopt", s_folder->path("no.safetensors"), "--dataset", "small"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_NE(refused.err.find("cannot be read"), std::string::npos) << refused.err;
}

TEST_F(Commands, TablesOfARunAreCsvAndJson) {
    json({"export", "--run", "sasrec", "--ranks", s_folder->path("ranks.csv"), "--curves", s_folder->path("curves.csv"),
          "--metrics", s_folder->path("metrics.json"), "--recommendations", s_folder->path("lists.csv"), "--top", "3"});
    EXPECT_EQ(linesOf("ranks.csv")[0], "split,protocol,user,target,rank,ties,dataset,ranks of other targets");
    EXPECT_GE(linesOf("ranks.csv").size(), 121u);         // at least the header and one row per user and split
    EXPECT_EQ(linesOf("lists.csv").size(), 1u + 60 * 3);  // the header, and three items for each user
    EXPECT_EQ(linesOf("lists.csv")[1].substr(0, 5), "u1,1,");
    EXPECT_NE(linesOf("curves.csv")[1].find(",full-seen_removed-leave_one_out,"), std::string::npos);
    EXPECT_EQ(linesOf("curves.csv").size(), 1u + s_train.events().back()["epochs_done"].get<std::size_t>());
    std::ifstream file(s_folder->path("metrics.json"));
    const Json metrics = Json::parse(file);
    for (const Json& evaluation : metrics.at("evaluations")) {
        std::int64_t users = 0;
        for (const Json& group : evaluation["by_history_length"]) users += group["users"].get<std::int64_t>();
        EXPECT_EQ(users, evaluation["users"]);
        EXPECT_NEAR(evaluation["curve_k_hr_ndcg"][9][2].get<double>(), evaluation["metrics"]["ndcg@10"].get<double>(),
                    1e-9);
    }
}

TEST_F(Commands, EvaluationContainsBaselinesAndGroups) {
    const Json evaluation = json({"evaluate", "--run", "sasrec", "--protocol", "sasrec-original"});
    EXPECT_EQ(evaluation["protocol"]["name"], "sasrec-original");
    ASSERT_EQ(evaluation["references"].size(), 3u);
    EXPECT_EQ(evaluation["references"][1]["name"], "Last item (bigram)");
    expectMetrics(evaluation["references"][0]["metrics"]);
    EXPECT_GT(evaluation["coverage@10"], 0);
    EXPECT_FALSE(evaluation["by_target_popularity"].empty());
}

TEST_F(Commands, SeveralSeedsFormAGroupWithASpread) {
    const Outcome outcome = cli({"train", "--dataset", "small", "--model", "sasrec", "--set", "epochs=1", "--set",
                                 "max_length=8", "--set", "dim=8", "--seeds", "1,2,3", "--name", "seeds"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("±"), std::string::npos);
    const Json groups = json({"runs"})["seed_groups"];
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0]["runs"], Json({"seeds, seed 1", "seeds, seed 2", "seeds, seed 3"}));
}

TEST_F(Commands, ValidationOnSampledUsersIsReportedAndTheLastValidationUsesAllUsers) {
    const Outcome outcome = cli({"train", "--dataset", "small", "--model", "sasrec", "--set", "epochs=1", "--set",
                                 "max_length=8", "--set", "dim=8", "--set", "validation_users=3", "--name", "drawn"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Validation: full"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find(", at most 3 sampled users"), std::string::npos) << outcome.out;
    const Json allUsers = json({"evaluate", "--run", "drawn", "--split", "valid"});
    const Json runs = json({"runs"})["runs"];
    for (const Json& run : runs) {
        if (run["name"] != "drawn") continue;
        EXPECT_EQ(run["valid"], allUsers["metrics"]);
    }
}

TEST_F(Commands, TextOutputIsNotJson) {
    for (const Arguments& arguments : std::vector<Arguments>{{"datasets"},
                                                             {"stats", "--dataset", "small"},
                                                             {"stats", "--dataset", "small", "--item", "f7"},
                                                             {"runs"},
                                                             {"models"},
                                                             {"formats"},
                                                             {"evaluate", "--run", "sasrec"},
                                                             {"recommend", "--run", "sasrec", "--user", "u1"},
                                                             {"attention", "--run", "sasrec", "--user", "u1"}}) {
        const Outcome outcome = cli(arguments);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_GT(outcome.out.size(), 100u) << testing::PrintToString(arguments);
        EXPECT_EQ(outcome.out.find('{'), std::string::npos);
        EXPECT_EQ(outcome.err, "");
    }
}

TEST(DefaultWorkspace, ItsPathIsPrintedWhenItIsCreated) {
    const Outcome outcome = runCli({"datasets", "--json"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("default.recscope"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace recscope::test
