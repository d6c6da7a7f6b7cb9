// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"
#include "core/sequence/histories.h"
#include "core/util/random.h"

namespace recscope::bench {

namespace {

constexpr int kRounds = 4;
constexpr double kSeconds = 3;                                           // of training in each process
constexpr std::int32_t kUsers = 6040, kItems = 3416, kMeanLength = 164;  // ML-1M

struct Case {
    std::string title, model, preset;
};

/// Synthetic histories with the sizes of ML-1M: lengths are geometric, popularity is proportional to 1 / rank.
Histories movieLensShape() {
    Histories histories;
    histories.itemCount = kItems;
    Random random({2026});
    for (std::int32_t user = 0; user < kUsers; ++user) {
        const double length = 5 + std::floor(std::log(1 - random.uniform()) / std::log(1 - 1.0 / (kMeanLength - 5)));
        std::vector<Token> history(static_cast<std::size_t>(length));
        for (Token& token : history) token = static_cast<Token>(std::pow(kItems, random.uniform()));
        histories.append(history);
    }
    return histories;
}

/// True if the rate is measured in training predictions per second, false if in users per second (for models that learn
/// by counting).
bool countsPredictions(const RunConfig& config) {
    return capabilitiesOf(config).trainsByGradientDescent;
}

/// What one process measured.
struct Throughput {
    double rate = 0;  ///< training predictions per second, or users per second
    double megabytes = 0;

    static Throughput of(const Json& report, const RunConfig& config) {
        return {.rate = report.at(countsPredictions(config) ? "predictions_per_second" : "users_per_second"),
                .megabytes = report.at("megabytes")};
    }
    /// Keeps the higher rate, because other load can only slow a process down, and the higher peak of memory.
    void keepBest(const Throughput& other) {
        rate = std::max(rate, other.rate);
        megabytes = std::max(megabytes, other.megabytes);
    }
};

/// Trains for kSeconds and returns the rate (see countsPredictions).
double rateOf(const RunConfig& config) {
    const Histories histories = movieLensShape();
    const auto recommender =
        makeRecommender(config, {.itemCount = kItems, .userCount = kUsers}, InitialWeights::Random);
    const auto module = recommender->makeTrainingModule(config, Device::Cpu);
    module->setTrainingData(histories);
    module->startEpoch(1, 0);
    module->step(0, config.training.learningRate, {});  // warms up
    module->takeLosses(/*all=*/true);
    std::int64_t step = 1;
    double users = 0;
    const double start = now();
    for (std::int64_t epoch = 1, inEpoch = 1; secondsSince(start) < kSeconds; ++step, ++inEpoch) {
        if (inEpoch == module->stepsPerEpoch()) module->startEpoch(++epoch, inEpoch = 0);
        users += static_cast<double>(*module->step(step, config.training.learningRate, {}));
    }
    const double seconds = secondsSince(start);
    if (!countsPredictions(config)) return users / seconds;
    double predictions = 0;
    for (const StepLoss& stepLoss : module->takeLosses(/*all=*/true))
        predictions += static_cast<double>(stepLoss.scored);
    return predictions / seconds;
}

/// What a process of RecScope measures (trainForSeconds).
Throughput ours(const Case& measured, const RunConfig& config) {
    const std::string program = (programFolder() / "recscope_bench").string();
    return Throughput::of(Json::parse(outputOf("'" + program + "' learn " + measured.model + " " + measured.preset)),
                          config);
}

/// What tests/bench/plain_*.py measures for the same work; zeros if PyTorch is missing.
Throughput plain(const RunConfig& config) {
    Json request = Json::parse(config.toJson());
    request["users"] = kUsers;
    request["items"] = kItems;
    request["mean_length"] = kMeanLength;
    try {
        outputOf("'" RECSCOPE_PYTHON "' -c 'import torch' 2>/dev/null");
    } catch (const std::exception&) {
        return {};
    }
    const std::string script = std::string(RECSCOPE_SOURCE_DIR) + "/tests/bench/plain_" + config.model + ".py";
    // Steps are short, so threads often wait for each other. With OMP_WAIT_POLICY=active and other load on the machine,
    // spinning threads would occupy the cores that working threads wait for.
    return Throughput::of(Json::parse(outputOf("OMP_WAIT_POLICY=passive '" RECSCOPE_PYTHON "' '" + script + "' '" +
                                               request.dump() + "'")),
                          config);
}

}  // namespace

void trainForSeconds(const std::string& model, const std::string& preset) {
    const RunConfig config = presetFor(model, preset, DatasetInfo()).config;
    const double rate = rateOf(config);
    const Json report = {{countsPredictions(config) ? "predictions_per_second" : "users_per_second", rate},
                         {"megabytes", peakMegabytes(::getpid()).value_or(0)}};
    std::printf("%s\n", report.dump().c_str());
}

void benchOtherModels(const std::vector<std::string>& models, const Notify& notify) {
    const Case cases[] = {{"GRU4Rec ML-1M", "gru4rec", "gru4rec"},
                          {"GRU4Rec+ ML-1M", "gru4rec", "gru4rec-plus"},
                          {"BPR-MF ML-1M, d = 10", "bpr_mf", "bpr"},
                          {"BPR-MF ML-1M, d = 128", "bpr_mf", "recsys2023"},
                          {"FMC ML-1M, d = 10", "fmc", "mcauley"},
                          {"FMC ML-1M, d = 50", "fmc", "sasrec-paper"},
                          {"FPMC ML-1M, d = 50", "fpmc", "sasrec-paper"},
                          {"TransRec ML-1M, d = 50", "transrec", "sasrec-paper"},
                          {"CBOW ML-1M, d = 100", "cbow", "gensim"},
                          {"Skip-gram ML-1M, d = 100", "skip_gram", "gensim"},
                          {"Item-kNN ML-1M", "item_knn", "quick"},
                          {"NCF ML-1M", "ncf", "ncf"},
                          {"NCF ML-1M, dot product", "ncf", "mf-logistic"},
                          {"Caser ML-1M", "caser", "caser"},
                          {"NARM ML-1M", "narm", "narm"},
                          {"STAMP ML-1M", "stamp", "stamp"}};
    for (const Case& measured : cases) {
        if (!models.empty() && std::find(models.begin(), models.end(), measured.model) == models.end()) continue;
        const RunConfig config = presetFor(measured.model, measured.preset, DatasetInfo()).config;
        Throughput ourBest, plainBest;
        for (int round = 0; round < kRounds; ++round) {
            ourBest.keepBest(ours(measured, config));
            plainBest.keepBest(plain(config));
        }
        notify({.name = measured.title,
                .unit = countsPredictions(config) ? "predictions/s" : "users/s",
                .ours = ourBest.rate,
                .baseline = plainBest.rate,
                .baselineName = "plain PyTorch",
                .moreIsBetter = true,
                .megabytes = ourBest.megabytes,
                .baselineMegabytes = plainBest.megabytes});
    }
}

}  // namespace recscope::bench
