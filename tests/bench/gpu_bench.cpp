// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

#include "bench.h"
#include "core/models/transformer/transformer_config.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/trainer.h"
#include "explore_bench.h"
#include "shapes.h"

namespace recscope::bench {

namespace {

constexpr std::int64_t kEpochs = 6;  // the first two do not count: they allocate memory and capture CUDA graphs
const Shape kMovieLens1M{.name = "ML-1M", .users = 6040, .items = 3416, .length = 200, .lengthsVary = false};
const Shape kMovieLens20M{.name = "ML-20M", .users = 138'493, .items = 26'744, .length = 144, .lengthsVary = true};

/// Measures the wall time of each epoch, including validation and storing.
class EpochClock : public TrainObserver {
public:
    void runStarted(const RunRecord&, const std::vector<Reference>&) override { m_begin = now(); }
    void epochDone(const RunRecord& run, const EpochInfo&) override {
        seconds.push_back(secondsSince(m_begin));
        m_begin = now();
        device = wordsOf(run.device);
    }
    std::vector<double> seconds;
    std::string device;

private:
    double m_begin = 0;
};

/// A training, and the goal for the time of its epochs.
struct Goal {
    std::string title;
    std::string model, preset;
    std::map<std::string, std::string> changes;  ///< config keys that differ from the preset
    double milliseconds = 0;                     ///< the goal for an epoch
};

RunConfig configOf(const Goal& goal, const DatasetInfo& dataset) {
    RunConfig config = presetFor(goal.model, goal.preset, dataset).config;
    for (const auto& [key, value] : goal.changes) setConfigValue(config, key, value);
    setConfigValue(config, "evaluate_every", "1");
    return config;
}

/// The result of measureEpochs.
struct Epochs {
    RunId run = 0;
    double milliseconds = 0;  ///< median duration of an epoch, without the first two
    std::string device;
};

Epochs measureEpochs(Workspace& workspace, const DatasetInfo& dataset, RunConfig config, std::int64_t epochs) {
    config.training.epochs = epochs;
    EpochClock clock;
    PauseSwitch pause;
    const RunRecord run = train(workspace, {dataset.id, config, /*runName=*/"", DeviceChoice::Cuda}, clock, pause, {});
    clock.seconds.erase(clock.seconds.begin(), clock.seconds.begin() + std::min<std::int64_t>(2, epochs - 1));
    return {.run = run.id, .milliseconds = 1000 * quantile(clock.seconds, 0.5), .device = clock.device};
}

void addKernelShares(const std::filesystem::path& path, const Shape& shape, const std::string& title,
                     const RunConfig& config, const Notify& notify) {
    const KernelSeconds seconds = profileSteps(path, shape.name, config.toJson());
    const double all = seconds.products + seconds.attention + seconds.others;
    notify({title + " step, neither product nor attention", "% of the step", 100 * seconds.others / all, 30,
            "the goal for d = 256", /*moreIsBetter=*/false});
    notify({title + " step, attention", "% of the step", 100 * seconds.attention / all, 0, "no goal",
            /*moreIsBetter=*/false});
}

/// Compares the time of an epoch on data with the size of ML-1M with its goal and with a plain PyTorch loop. With
/// `withClicks`, also measures clicks during a training.
void benchEpochs(Workspace& workspace, const DatasetInfo& dataset, const Goal& goal, bool withClicks,
                 const Notify& notify) {
    const RunConfig config = configOf(goal, dataset);
    const Epochs epochs = measureEpochs(workspace, dataset, config, kEpochs);
    const std::string title = "ML-1M " + goal.title + ", epoch";
    notify({title, "ms", epochs.milliseconds, goal.milliseconds, "the goal; " + epochs.device, /*moreIsBetter=*/false});
    const Json plain = plainNumbers(kMovieLens1M, config, DeviceChoice::Cuda);
    const double rate = plain.value("sequences_per_second", 0.0);
    notify({title, "ms", epochs.milliseconds, rate > 0 ? 1000 * kMovieLens1M.users / rate : 0,
            "plain PyTorch on this card, without validation; goal: x 10", /*moreIsBetter=*/false});
    if (!withClicks) return;
    for (const Measurement& measurement :
         benchExplore(workspace, dataset, goal.title, config, epochs.run, plain, DeviceChoice::Cuda)) {
        if (measurement.name.find("click while training, p95") == std::string::npos) continue;
        notify({"ML-1M click while training on the card, p95", "ms", measurement.ours, 30, "the goal",
                /*moreIsBetter=*/false});
    }
}

/// Measures epochs, clicks and kernels on data with the size of ML-1M.
void benchSmall(const std::filesystem::path& path, const Notify& notify) {
    const Goal goals[] = {{"BERT4Rec d=64 N=200, batch 256", "bert4rec", "paper-ml1m", {{"batch_size", "256"}}, 500},
                          {"SASRec d=50 bce", "sasrec", "paper-dense", {{"loss", "bce"}, {"dim", "50"}}, 300},
                          {"SASRec d=50 ce", "sasrec", "paper-dense", {{"loss", "ce"}, {"dim", "50"}}, 500}};
    Goal wide = goals[0];
    wide.title = "BERT4Rec d=256, batch 256";
    wide.changes.insert({{"dim", "256"}, {"inner_dim", "1024"}});
    RunConfig narrowConfig, wideConfig;
    {
        Workspace workspace = Workspace::open(path);
        const DatasetInfo dataset = addDataset(workspace, kMovieLens1M);
        narrowConfig = configOf(goals[0], dataset);
        wideConfig = configOf(wide, dataset);
        for (const Goal& goal : goals) benchEpochs(workspace, dataset, goal, /*withClicks=*/&goal == goals, notify);
    }
    addKernelShares(path, kMovieLens1M, goals[0].title, narrowConfig, notify);
    addKernelShares(path, kMovieLens1M, wide.title, wideConfig, notify);
}

/// Measures an epoch on data with the size of ML-20M: 20 million rows.
void benchLarge(const std::filesystem::path& path, const Notify& notify) {
    Workspace workspace = Workspace::open(path);
    const DatasetInfo dataset = addDataset(workspace, kMovieLens20M);
    const Goal goals[] = {{"BERT4Rec d=64, epoch", "bert4rec", "paper-ml1m", {{"batch_size", "256"}}, 15'000},
                          {"BERT4Rec d=256, epoch",
                           "bert4rec",
                           "paper-ml1m",
                           {{"batch_size", "256"}, {"dim", "256"}, {"inner_dim", "1024"}},
                           40'000}};
    for (const Goal& goal : goals) {
        const Epochs epochs = measureEpochs(workspace, dataset, configOf(goal, dataset), /*epochs=*/3);
        notify({"ML-20M's shape, " + goal.title, "ms", epochs.milliseconds, goal.milliseconds,
                "the goal; " + epochs.device,
                /*moreIsBetter=*/false});
    }
}

/// Measures the time from the import of the real ML-1M to the end of a training, and the test metric of that run.
void benchQuality(const std::filesystem::path& folder, const std::string& movieLens1M, const Notify& notify) {
    struct Case {
        const char *title, *arguments;
        double seconds, ndcg10;  ///< goals; datasets/RESULTS.md cites the source of `ndcg10`
    };
    const Case cases[] = {{"SASRec ce", "--model sasrec --preset ce --seed 42", 60, 0.1779},
                          {"BERT4Rec",
                           "--model bert4rec --preset replication --set epochs=600 --set evaluate_every=5 --set "
                           "patience=20 --seed 42",
                           120, 0.1516}};
    const std::string cli = "'" + (programFolder() / "recscope-cli").string() + "' ";
    for (const Case& measured : cases) {
        const std::filesystem::path path = folder / (std::string(measured.title) + ".recscope");
        const std::string workspace = "--workspace '" + path.string() + "' ";
        const double start = now();
        outputOf(cli + workspace + "import '" + movieLens1M + "' --name ml-1m");
        const std::string output =
            outputOf(cli + workspace + "--json train --dataset ml-1m --device cuda " + measured.arguments);
        const double seconds = secondsSince(start);
        double ndcg10 = 0;
        std::istringstream lines(output);
        for (std::string line; std::getline(lines, line);) {
            const Json event = Json::parse(line, nullptr, /*allow_exceptions=*/false);
            if (event.is_object() && event.value("event", "") == "finished")
                ndcg10 = event["test"].value("ndcg@10", 0.0);
        }
        const std::string title = "ML-1M from import to its end, " + std::string(measured.title);
        notify({title, "s", seconds, measured.seconds, "the goal", /*moreIsBetter=*/false});
        notify({title + ": NDCG@10", "", ndcg10, measured.ndcg10, "published", /*moreIsBetter=*/true});
    }
}

}  // namespace

void benchGpu(const std::filesystem::path& folder, const std::string& movieLens1M, const Notify& notify) {
    benchSmall(folder / "small.recscope", notify);
    if (movieLens1M.empty())
        std::fprintf(stderr,
                     "Time to published quality is not measured: ./dev bench gpu PATH, a file or folder of ML-1M.\n");
    else
        benchQuality(folder, movieLens1M, notify);
    benchLarge(folder / "large.recscope", notify);
}

}  // namespace recscope::bench
