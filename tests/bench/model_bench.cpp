// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <filesystem>
#include <fstream>

#include "bench.h"
#include "core/explain/explainer.h"
#include "core/explain/export.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/presets.h"
#include "core/train/trainer.h"
#include "core/util/random.h"

namespace recscope::bench {

namespace {

constexpr std::int32_t kUsers = 1280, kItems = 3416, kLength = 203;  // 200 for training and the two targets
constexpr std::int64_t kEpochs = 2;                                  // the first warms up
constexpr int kClicks = 200;
constexpr int kTopK = 20;

/// Histories of ML-1M's size per user, items drawn with a popularity that falls as 1 / rank.
DatasetInfo addHistories(Workspace& workspace) {
    Random random({2026});
    NewDataset dataset;
    dataset.info.name = "bench";
    dataset.histories.itemCount = kItems;
    for (std::int32_t item = 1; item <= kItems; ++item) {
        dataset.items.push_back({item, std::to_string(item), "Item " + std::to_string(item), "", 0});
    }
    for (std::int32_t user = 0; user < kUsers; ++user) {
        dataset.userIds.push_back(std::to_string(user));
        std::vector<Token> history(kLength);
        for (Token& token : history) token = static_cast<Token>(std::pow(kItems, random.uniform()));
        dataset.histories.append(history);
    }
    return DatasetStore(workspace).add(dataset, [](std::int64_t) {});
}

class RateObserver : public TrainObserver {
public:
    void epochDone(const RunRecord&, const EpochInfo& info) override {
        sequencesPerSecond = info.record.sequencesPerSecond;
    }
    double sequencesPerSecond = 0;  ///< of the last epoch
};

std::vector<double> clickMilliseconds(Workspace& workspace, RunId run, const Histories& histories) {
    const Explainer explainer = Explainer::load(workspace, run);
    std::vector<double> all;
    for (int click = 0; click < kClicks; ++click) {
        const double start = now();
        explainer.explain(histories.of(click), kTopK);
        all.push_back(1000 * secondsSince(start));
    }
    return all;
}

/// What tests/bench/plain_*.py prints; empty where PyTorch is missing.
Json plainNumbers(const std::string& model, const RunConfig& config) {
    Json request = Json::parse(config.toJson());
    request["items"] = kItems;
    request["clicks"] = kClicks;
    const std::string script = std::string(RECSCOPE_SOURCE_DIR) + "/tests/bench/plain_" + model + ".py";
    try {
        outputOf("/usr/bin/python3 -c 'import torch' 2>/dev/null");
    } catch (const std::exception&) {
        return Json::object();
    }
    return Json::parse(outputOf("/usr/bin/python3 '" + script + "' '" + request.dump() + "'"));
}

/// The test metrics of a run as tests/bench/check_metrics.py finds them in exported scores.
Json independentMetrics(Workspace& workspace, const RunRecord& run, const std::filesystem::path& folder) {
    const std::filesystem::path scores = folder / "scores.csv", seen = folder / "seen.csv";
    exportScores(workspace, run.id, kUsers, scores, {}, {});
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
    return Json::parse(outputOf("/usr/bin/python3 '" + script + "' '" + scores.string() + "' '" + seen.string() + "'"));
}

}  // namespace

std::vector<Measurement> benchModel(const std::filesystem::path& folder, const std::string& model) {
    Workspace workspace = Workspace::open(folder / (model + ".recscope"));
    const DatasetInfo dataset = addHistories(workspace);
    RunConfig config = presetFor(model, "paper", dataset).config;
    config.epochs = kEpochs;
    config.evaluateEvery = kEpochs;
    RateObserver observer;
    PauseSwitch pause;
    const RunRecord run = train(workspace, {dataset.id, config, "bench", DeviceChoice::Cpu}, observer, pause, {});
    const std::vector<double> clicks =
        clickMilliseconds(workspace, run.id, DatasetStore(workspace).histories(dataset.id));

    const Json plain = plainNumbers(model, config);
    const std::string title = modelInfo(model).title;
    const Json checked = independentMetrics(workspace, run, folder);
    const auto number = [&plain](const char* key) { return plain.value(key, 0.0); };
    const auto metric = [&](const char* key, double ours) {
        return Measurement{.name = title + " test " + key,
                           .unit = "",
                           .ours = ours,
                           .baseline = checked.value(key, 0.0),
                           .baselineName = "from exported scores, in Python"};
    };
    return {metric("hr@10", run.test->hr10),
            metric("ndcg@10", run.test->ndcg10),
            metric("mrr", run.test->mrr),
            {title + " training, N = " + std::to_string(config.maxLength), "sequences/s", observer.sequencesPerSecond,
             number("sequences_per_second"), "plain PyTorch", /*moreIsBetter=*/true},
            {title + " click, median", "ms", quantile(clicks, 0.5), number("click_p50_ms"), "plain PyTorch",
             /*moreIsBetter=*/false},
            {title + " click, 95 % of all", "ms", quantile(clicks, 0.95), number("click_p95_ms"), "plain PyTorch",
             /*moreIsBetter=*/false}};
}

}  // namespace recscope::bench
