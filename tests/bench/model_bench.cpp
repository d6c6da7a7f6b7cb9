// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>

#include "bench.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/export.h"
#include "core/train/trainer.h"
#include "explore_bench.h"
#include "shapes.h"

#include "core/models/transformer/transformer_config.h"

namespace recscope::bench {

namespace {

constexpr std::int64_t kEpochs = 2;          // the first warms up
constexpr std::int32_t kManyItems = 50'000;  // memory is measured only for more items than this

constexpr std::int64_t kSomeUsers = 1000;  // users that are sampled for one validation

// Beauty and Steam have fewer users here than in reality, to keep the runs short.
const Shape kMovieLens1M{.name = "ML-1M", .users = 6040, .items = 3416, .length = 200, .lengthsVary = false};
const Shape kBeauty{.name = "Beauty", .users = 16384, .items = 54542, .length = 7, .lengthsVary = true};
const Shape kSteam{.name = "Steam", .users = 16384, .items = 13044, .length = 10, .lengthsVary = true};

/// A training to be measured.
struct Case {
    std::string title;
    const Shape& shape;
    std::string model, preset;
};

/// The test metrics of a run, computed by tests/bench/check_metrics.py from exported scores.
Json independentMetrics(Workspace& workspace, const RunRecord& run, std::int64_t users,
                        const std::filesystem::path& folder) {
    const std::filesystem::path scores = folder / "scores.csv", seen = folder / "seen.csv";
    exportScores(workspace, run.id, users, kDefaultHistoryInput, scores, {}, {});
    const Histories histories = DatasetStore(workspace).histories(run.dataset);
    std::ofstream file(seen);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        file << user;
        if (run.protocol.seen == SeenItems::Removed) {
            for (const Token token : histories.input(user, Split::Test)) file << ',' << token;
        }
        file << '\n';
    }
    file.close();
    const std::string script = std::string(RECSCOPE_SOURCE_DIR) + "/tests/bench/check_metrics.py";
    return Json::parse(
        outputOf("'" RECSCOPE_PYTHON "' '" + script + "' '" + scores.string() + "' '" + seen.string() + "'"));
}

void addMetrics(Workspace& workspace, const Case& measured, RunId id, const std::filesystem::path& folder,
                std::vector<Measurement>& measurements) {
    const RunRecord run = RunStore(workspace).byId(id);
    const Json checked = independentMetrics(workspace, run, measured.shape.users, folder);
    const auto add = [&](const char* key, double ours) {
        measurements.push_back({.name = measured.title + " test " + key,
                                .unit = "",
                                .ours = ours,
                                .baseline = checked.value(key, 0.0),
                                .baselineName = "from exported scores, in Python"});
    };
    add("hr@10", run.test->hr10);
    add("ndcg@10", run.test->ndcg10);
    add("mrr", run.test->mrr);
}

/// Measures the peak memory of a training, which runs in a separate process.
void addMemory(const std::filesystem::path& path, const Case& measured, std::vector<Measurement>& measurements) {
    const ProgramCost cost =
        costOf("recscope-cli", {"train", "--workspace", path.string(), "--dataset", measured.shape.name, "--model",
                                measured.model, "--preset", measured.preset, "--set", "epochs=1", "--name", "memory"});
    measurements.push_back({measured.title + " peak memory", "MB", cost.megabytes, 3000, "the limit set for it",
                            /*moreIsBetter=*/false});
}

void measure(const Case& measured, bool withMetricsAndExplore, const std::filesystem::path& folder,
             std::vector<Measurement>& measurements) {
    const std::filesystem::path path = folder / (measured.title + ".recscope");
    TrainingCost cost;
    RunConfig config;
    Json plain;
    {
        Workspace workspace = Workspace::open(path);
        const DatasetInfo dataset = addDataset(workspace, measured.shape);
        config = presetFor(measured.model, measured.preset, dataset).config;
        cost = trainingCost(workspace, dataset, config, kEpochs);
        const std::string name = measured.title + ", N = " + std::to_string(transformerOf(config).maxLength);
        plain = plainNumbers(measured.shape, config, DeviceChoice::Cpu);
        measurements.push_back({name, "sequences/s", cost.sequencesPerSecond, plain.value("sequences_per_second", 0.0),
                                "plain PyTorch", /*moreIsBetter=*/true});
        measurements.push_back({name, "sequences/s", cost.sequencesPerSecond,
                                plainTrainingRate(workspace, dataset, config), "RecScope without its fast path",
                                /*moreIsBetter=*/true});
        RunConfig rounding = config;
        rounding.training.matmulPrecision = MatmulPrecision::Medium;
        measurements.push_back({measured.title + ", matmul_precision medium", "sequences/s",
                                trainingCost(workspace, dataset, rounding, kEpochs).sequencesPerSecond,
                                cost.sequencesPerSecond, "highest", /*moreIsBetter=*/true});
        const auto addRanking = [&](const std::string& users, std::int64_t usersAtMost) {
            measurements.push_back(
                {measured.title + " full ranking of " + users, "% of epoch",
                 100 * rankingSeconds(workspace, cost.run, Split::Valid, usersAtMost) / cost.epochSeconds, 3,
                 "the limit set for it", /*moreIsBetter=*/false});
        };
        addRanking(std::to_string(measured.shape.users) + " users", 0);
        addRanking(std::to_string(kSomeUsers) + " drawn users", kSomeUsers);
        if (withMetricsAndExplore) {
            addMetrics(workspace, measured, cost.run, folder, measurements);
            const std::vector<Measurement> explore =
                benchExplore(workspace, dataset, measured.title, config, cost.run, plain);
            measurements.insert(measurements.end(), explore.begin(), explore.end());
        }
    }
    if (measured.shape.items > kManyItems) addMemory(path, measured, measurements);
    std::filesystem::remove(path);
}

}  // namespace

void benchModels(const std::filesystem::path& folder, const std::function<void(const Measurement&)>& notify) {
    const Case cases[] = {{"BERT4Rec ML-1M", kMovieLens1M, "bert4rec", "paper-ml1m"},
                          {"SASRec bce ML-1M", kMovieLens1M, "sasrec", "paper-dense"},
                          {"SASRec ce ML-1M", kMovieLens1M, "sasrec", "ce"},
                          {"BERT4Rec Beauty", kBeauty, "bert4rec", "paper-beauty"},
                          {"SASRec bce Beauty", kBeauty, "sasrec", "paper-sparse"},
                          {"BERT4Rec Steam", kSteam, "bert4rec", "paper-steam"},
                          {"SASRec bce Steam", kSteam, "sasrec", "paper-sparse"}};
    for (std::size_t i = 0; i < std::size(cases); ++i) {
        std::vector<Measurement> measurements;
        measure(cases[i], /*withMetricsAndExplore=*/i < 2, folder, measurements);
        for (const Measurement& measurement : measurements) notify(measurement);
    }
}

}  // namespace recscope::bench
