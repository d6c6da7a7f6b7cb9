// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/live_training.h"

#include <gtest/gtest.h>

#include "../learn_support.h"
#include "core/explain/scores/inference_session.h"
#include "core/recommender/registry.h"
#include "core/train/trainer.h"
#include "core/util/error.h"

namespace recscope {
namespace {

class Live : public testing::TestWithParam<const char*> {
protected:
    Live() : m_workspace(m_temporary.open()), m_dataset(addDataset(m_workspace, ringHistories()).id) {}

    RunRecord trainRun(const RunConfig& config) {
        TrainObserver observer;
        PauseSwitch pause;
        return train(m_workspace, {.dataset = m_dataset, .config = config, .runName = {}, .device = DeviceChoice::Cpu},
                     observer, pause, {});
    }

    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    DatasetId m_dataset;
};

TEST_P(Live, LearnsExactlyLikeARunAndStoresNothing) {
    const RunConfig config = smallConfig(GetParam());
    LiveTraining training(m_workspace, m_dataset, config);
    std::vector<float> losses;
    Metrics best;
    for (std::int64_t epoch = 0; epoch < config.training.epochs; ++epoch) {
        for (std::int64_t step = 0; step < training.stepsPerEpoch(); ++step)
            losses.push_back(static_cast<float>(training.step({}).value()));
        const Metrics now = training.evaluate(Split::Valid, 0, {}).metrics;
        if (now.ndcg10 > best.ndcg10) best = now;
    }
    RunStore runs(m_workspace);
    EXPECT_TRUE(runs.listFor(m_dataset).empty());

    const RunRecord run = trainRun(config);
    std::vector<float> expected;
    for (const StepRecord& step : runs.steps(run.id)) expected.push_back(step.loss);
    EXPECT_EQ(losses, expected);
    EXPECT_EQ(best.toJson(), run.bestValid->toJson());
}

TEST_P(Live, ContinuesFromARunsBestWeightsWithoutChangingThem) {
    const RunRecord run = trainRun(smallConfig(GetParam()));
    LiveTraining training(m_workspace, run);
    EXPECT_EQ(training.evaluate(Split::Valid, 0, {}).metrics.toJson(), run.bestValid->toJson());
    for (int step = 0; step < 5; ++step) training.step({});
    EXPECT_NE(training.evaluate(Split::Valid, 0, {}).metrics.toJson(), run.bestValid->toJson());
    EXPECT_EQ(LiveTraining(m_workspace, run).evaluate(Split::Valid, 0, {}).metrics.toJson(), run.bestValid->toJson());
}

TEST_P(Live, AStopComesBeforeTheNextStep) {
    LiveTraining training(m_workspace, m_dataset, smallConfig(GetParam()));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(training.step(stop.get_token()));
    EXPECT_EQ(training.stepsDone(), 0);
}

using LiveCloze = Live;

TEST_P(LiveCloze, MemorizesAnExerciseWithoutChangingTheRun) {
    const RunRecord run = trainRun(smallConfig(GetParam()));
    LiveTraining training(m_workspace, run);
    const std::vector<Token> history{3, 1, 4, 1, 5, 2, 6};
    const std::vector<std::int32_t> hidden{1, 4};
    const auto probabilities = [&] {
        const auto guesses =
            InferenceSession::copyOf(training.recommender(), training.run()).predictMasked(history, hidden, 1);
        return std::pair(guesses[0].truthProbability, guesses[1].truthProbability);
    };
    const auto before = probabilities();
    std::optional<double> first, last;
    for (int step = 0; step < 200; ++step) {
        last = training.trainCloze(history, hidden, {});
        if (!first) first = last;
    }
    EXPECT_LT(*last, 0.2 * *first);
    EXPECT_GT(probabilities().first, 0.5);
    EXPECT_GT(probabilities().second, 0.5);
    EXPECT_LT(before.first, 0.5);
    EXPECT_EQ(LiveTraining(m_workspace, run).evaluate(Split::Valid, 0, {}).metrics.toJson(), run.bestValid->toJson());
}

TEST_P(LiveCloze, RefusesInvalidExercises) {
    LiveTraining training(m_workspace, m_dataset, smallConfig(GetParam()));
    const std::vector<Token> history{3, 1, 4};
    EXPECT_THROW(training.trainCloze(history, std::vector<std::int32_t>{}, {}), Error);
    EXPECT_THROW(training.trainCloze(history, std::vector<std::int32_t>{3}, {}), Error);
    LiveTraining causal(m_workspace, m_dataset, smallConfig("sasrec"));
    EXPECT_THROW(causal.trainCloze(history, std::vector<std::int32_t>{1}, {}), Error);
}

INSTANTIATE_TEST_SUITE_P(Models, LiveCloze, testing::Values("bert4rec"));
INSTANTIATE_TEST_SUITE_P(Models, Live, testing::Values("bert4rec", "sasrec", "gru4rec"));

}  // namespace
}  // namespace recscope
