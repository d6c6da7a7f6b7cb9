// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore_bench.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <numeric>
#include <thread>

#include "core/explain/scores/inference_session.h"
#include "core/explain/scores/removal_test.h"
#include "core/explain/scores/what_if.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/trainer.h"

namespace recscope::bench {

namespace {

constexpr int kClicks = 200, kRemovalTests = 20;  // fewer: a test makes a prediction per item of the history
constexpr int kTopK = 20, kWhatIfTopK = 10;       // lengths of the lists of recommendations

/// The duration of the query for each of the first `users` users, in milliseconds.
std::vector<double> milliseconds(int users, const std::function<void(std::int32_t user)>& query) {
    std::vector<double> all;
    for (int user = 0; user < users; ++user) {
        const double start = now();
        query(user);
        all.push_back(1000 * secondsSince(start));
    }
    return all;
}

/// Trains a model in a thread during the lifetime of this object.
class BackgroundTraining {
public:
    BackgroundTraining(const Workspace& workspace, DatasetId dataset, RunConfig config, DeviceChoice device)
        : m_workspace(workspace.anotherConnection()) {
        config.training.epochs = 1000;
        config.training.evaluateEvery = 1000;
        m_thread = std::jthread([this, dataset, config, device](const std::stop_token& stop) {
            constexpr int kNice = 5;  // as in ui/jobs/job_runner.cpp
            ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kNice);
            TrainObserver observer;
            PauseSwitch pause;
            train(m_workspace, {dataset, config, "background", device}, observer, pause, stop);
        });
        std::this_thread::sleep_for(std::chrono::seconds(1));  // until the training has begun its first steps
    }

private:
    Workspace m_workspace;
    std::jthread m_thread;
};

/// The measured waiting times in milliseconds, by kind of query. `single…`: one prediction at a time instead of a
/// batch.
struct Latencies {
    std::vector<double> clicks, removals, singleRemovals, whatIfs, singleWhatIfs;
};

class Queries {
public:
    Queries(Workspace& workspace, DatasetId dataset, RunId run)
        : m_datasets(workspace),
          m_dataset(dataset),
          m_inferences{InferenceSession::load(workspace, run), InferenceSession::load(workspace, run)},
          m_targets(kTopK) {
        std::iota(m_targets.begin(), m_targets.end(), kFirstItemToken);
    }

    Latencies measure() const {
        return {.clicks = milliseconds(kClicks, [this](std::int32_t user) { click(user); }),
                .removals = milliseconds(kRemovalTests, [this](std::int32_t user) { removalTest(user); }),
                .singleRemovals = milliseconds(kRemovalTests, [this](std::int32_t user) { removalsOneByOne(user); }),
                .whatIfs = milliseconds(kClicks, [this](std::int32_t user) { whatIfOfTwoRuns(user); }),
                .singleWhatIfs = milliseconds(kClicks, [this](std::int32_t user) { whatIfOneByOne(user); })};
    }

private:
    /// Does what the page does after a click on a user: computes the recommendations, the held-out item's rank and all
    /// attention maps.
    Explanation click(std::int32_t user) const {
        m_datasets.user(m_dataset, user);
        std::vector<Token> history = historyOf(user);
        const Token truth = history.back();
        history.pop_back();
        return m_inferences[0].explain(history, kTopK, truth);
    }

    std::vector<Token> historyOf(std::int32_t user) const {
        std::vector<Token> history;
        for (const Interaction& interaction : m_datasets.history(m_dataset, user)) history.push_back(interaction.token);
        return history;
    }

    void removalTest(std::int32_t user) const {
        const std::vector<Token> history = historyOf(user);
        removalTests(m_inferences[0], history, m_targets, RemovalKind::Deleted);
    }

    /// The predictions of a removal test, one at a time instead of as a batch.
    void removalsOneByOne(std::int32_t user) const {
        const std::vector<Token> history = historyOf(user);
        for (auto i = static_cast<std::size_t>(m_inferences[0].firstReadPosition(history.size())); i < history.size();
             ++i) {
            std::vector<Token> without = history;
            without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
            const ScoreTable scores = m_inferences[0].scores(std::vector<std::vector<Token>>{without});
            for (const Token target : m_targets) scores.logProbability(0, target);
        }
    }

    /// A what-if comparison of two runs: deletes the newest item and predicts with and without it. First computes both
    /// lists, then the ranks of all items that are in either list.
    void whatIfOfTwoRuns(std::int32_t user) const {
        const std::vector<Token> history = historyOf(user);
        const std::vector<Token> edited(history.begin(), history.end() - 1);
        for (const InferenceSession& inference : m_inferences) {
            WhatIfQuestion question{
                .histories = {history, edited}, .topK = kWhatIfTopK, .requested = {}, .alsoSeen = history};
            for (const WhatIfAnswer& answer : whatIf(inference, question))
                for (const Recommendation& recommendation : answer.recommendations)
                    question.requested.push_back(recommendation.token);
            whatIf(inference, question);
        }
    }

    /// The same what-if comparison, with one prediction at a time instead of a batch.
    void whatIfOneByOne(std::int32_t user) const {
        const std::vector<Token> history = historyOf(user);
        const std::vector<Token> edited(history.begin(), history.end() - 1);
        for (const InferenceSession& inference : m_inferences) {
            std::vector<Token> requested;
            for (const bool ranksOnly : {false, true}) {
                for (const std::vector<Token>& input : {history, edited}) {
                    const WhatIfQuestion question{
                        .histories = {input}, .topK = kWhatIfTopK, .requested = requested, .alsoSeen = history};
                    const std::vector<WhatIfAnswer> answers = whatIf(inference, question);
                    if (ranksOnly) continue;
                    for (const Recommendation& recommended : answers.front().recommendations)
                        requested.push_back(recommended.token);
                }
            }
        }
    }

    DatasetStore m_datasets;
    DatasetId m_dataset;
    InferenceSession m_inferences[2];  ///< the two runs that what-if compares; the other queries use the first
    std::vector<Token> m_targets;  ///< items whose log-probability a removal test computes: as many as the page lists
};

}  // namespace

std::vector<Measurement> benchExplore(Workspace& workspace, const DatasetInfo& dataset, const std::string& title,
                                      const RunConfig& config, RunId run, const Json& plain, DeviceChoice trainsOn) {
    const Queries queries(workspace, dataset.id, run);
    std::vector<Measurement> measurements;
    const auto add = [&](const std::string& what, double value, double baseline, const std::string& name) {
        measurements.push_back({title + " " + what, "ms", value, baseline, name, /*moreIsBetter=*/false});
    };
    const auto addTests = [&](const Latencies& latencies, const std::string& when) {
        const std::string singly = "one prediction after the other";
        add("removal test" + when + ", p95", quantile(latencies.removals, 0.95),
            quantile(latencies.singleRemovals, 0.95), singly);
        add("what-if of two runs" + when + ", p95", quantile(latencies.whatIfs, 0.95),
            quantile(latencies.singleWhatIfs, 0.95), singly);
    };
    const Latencies alone = queries.measure();
    add("Explore click, p50", quantile(alone.clicks, 0.5), plain.value("click_p50_ms", 0.0), "plain PyTorch");
    add("Explore click, p95", quantile(alone.clicks, 0.95), plain.value("click_p95_ms", 0.0), "plain PyTorch");
    addTests(alone, "");
    const BackgroundTraining training(workspace, dataset.id, config, trainsOn);
    const Latencies beside = queries.measure();
    const std::string limit = "the limit set for it";
    add("Explore click while training, p50", quantile(beside.clicks, 0.5), 50, limit);
    add("Explore click while training, p95", quantile(beside.clicks, 0.95), 50, limit);
    addTests(beside, " while training");
    return measurements;
}

}  // namespace recscope::bench
