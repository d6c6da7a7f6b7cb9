// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <thread>

#include "../learn_support.h"
#include "core/util/error.h"
#include "core/util/language.h"

#include "core/models/transformer/transformer_config.h"

#include "core/models/transformer/transformer_training_module.h"

#include "core/models/transformer/transformer_recommender.h"

#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/train/run_progress.h"

namespace recscope {
namespace {

/// Records the notifications and can react to them.
struct Listener : TrainObserver {
    void stepDone(const StepInfo& info) override {
        steps.push_back(info);
        if (onStep) onStep(info);
    }
    void epochDone(const RunRecord& run, const EpochInfo& info) override {
        epochs.push_back(info);
        if (onEpoch) onEpoch(run);
    }
    std::function<void(const StepInfo&)> onStep;
    std::function<void(const RunRecord&)> onEpoch;
    std::vector<StepInfo> steps;
    std::vector<EpochInfo> epochs;
};

class Trainer : public testing::TestWithParam<const char*> {
protected:
    Trainer() : m_workspace(m_temporary.open()), m_dataset(addDataset(m_workspace, ringHistories()).id) {}
    ~Trainer() override { setLanguage("en"); }

    RunRecord trainWith(const RunConfig& config, Listener& listener, std::stop_token stop = {},
                        const std::string& name = {}) {
        PauseSwitch pause;
        return train(m_workspace,
                     {.dataset = m_dataset, .config = config, .runName = name, .device = DeviceChoice::Cpu}, listener,
                     pause, stop);
    }
    RunRecord resume(RunId run, Listener& listener) {
        PauseSwitch pause;
        return resumeTraining(m_workspace, run, DeviceChoice::Cpu, listener, pause, {});
    }
    std::vector<float> lossesOf(RunId run) {
        std::vector<float> losses;
        for (const StepRecord& step : RunStore(m_workspace).steps(run)) losses.push_back(step.loss);
        return losses;
    }

    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    DatasetId m_dataset;
};

TEST_P(Trainer, LearnsAndRecordsEveryEpochAndStep) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 60;
    Listener listener;
    const RunRecord run = trainWith(config, listener);
    EXPECT_EQ(run.state, RunState::Finished);
    ASSERT_TRUE(run.test);
    EXPECT_GT(run.test->ndcg10, 0.7);  // a guess among the 2 to 8 items of the ring that a user has not seen gives 0.6
    EXPECT_EQ(RunStore(m_workspace).epochs(run.id).size(), 60u);
    EXPECT_EQ(lossesOf(run.id).size(), listener.steps.size());
    EXPECT_EQ(run.sequencesSeen, 60 * 40);
    EXPECT_EQ(RunStore(m_workspace).ranks(run.id, Split::Test, run.protocol).size(), 40u);
    EXPECT_EQ(RunStore(m_workspace).ranks(run.id, Split::Valid, run.protocol).size(), 40u);
}

TEST_P(Trainer, TheSameSeedGivesTheSameRun) {
    Listener listener;
    const RunRecord a = trainWith(smallConfig(GetParam()), listener), b = trainWith(smallConfig(GetParam()), listener);
    RunConfig other = smallConfig(GetParam());
    other.training.seed = 43;
    const RunRecord c = trainWith(other, listener);
    EXPECT_EQ(lossesOf(a.id), lossesOf(b.id));
    EXPECT_NE(lossesOf(a.id), lossesOf(c.id));
    EXPECT_EQ(a.test->toJson(), b.test->toJson());
}

TEST_P(Trainer, AStoppedRunResumesWithTheNumbersOfAnUninterruptedOne) {
    Listener whole;
    const RunRecord expected = trainWith(smallConfig(GetParam()), whole);

    Listener first, second;
    std::stop_source stop;
    first.onStep = [&](const StepInfo& info) {
        if (info.step == 5) stop.request_stop();  // in the middle of the second epoch
    };
    const RunRecord stopped = trainWith(smallConfig(GetParam()), first, stop.get_token());
    EXPECT_EQ(stopped.state, RunState::Stopped);
    EXPECT_EQ(stopped.epochsDone, 1);
    EXPECT_EQ(first.steps.size(), 5u);
    EXPECT_TRUE(RunStore(m_workspace).checkpoint(stopped.id, CheckpointKind::Best));

    const RunRecord resumed = resume(stopped.id, second);
    EXPECT_EQ(resumed.state, RunState::Finished);
    EXPECT_EQ(lossesOf(resumed.id), lossesOf(expected.id));
    EXPECT_EQ(resumed.test->toJson(), expected.test->toJson());
    EXPECT_EQ(resumed.sequencesSeen, expected.sequencesSeen);
}

TEST_P(Trainer, ABetterEpochClearsTheTestScoreOfAStoppedRun) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 40;
    Listener listener;
    std::stop_source stop;
    listener.onEpoch = [&](const RunRecord& run) {
        if (run.epochsDone == 2) stop.request_stop();
    };
    RunRecord run = trainWith(config, listener, stop.get_token());
    ASSERT_EQ(run.state, RunState::Stopped);
    EXPECT_FALSE(run.test);
    ASSERT_TRUE(canScoreStopped(run));
    run = scoreStopped(m_workspace, run.id, DeviceChoice::Cpu, {}, {});
    ASSERT_TRUE(run.test);
    EXPECT_EQ(run.state, RunState::Stopped) << "it can still be resumed";
    EXPECT_FALSE(canScoreStopped(run)) << "the test items have been scored already";
    const auto ranks = RunStore(m_workspace).ranks(run.id, Split::Test, run.protocol);
    EXPECT_EQ(metricsOf(ranks).ndcg10, run.test->ndcg10);

    Listener later;
    bool wasCleared = false;
    later.onEpoch = [&](const RunRecord& now) { wasCleared = wasCleared || (now.bestEpoch > 2 && !now.test); };
    const RunRecord finished = resume(run.id, later);
    EXPECT_TRUE(wasCleared) << "the score of epoch " << run.bestEpoch << " would be taken for that of later weights";
    ASSERT_TRUE(finished.test);
    EXPECT_EQ(metricsOf(RunStore(m_workspace).ranks(run.id, Split::Test, run.protocol)).ndcg10, finished.test->ndcg10);
}

TEST_P(Trainer, ReportsTheNumberOfValidationsSinceTheBest) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 12;
    config.training.evaluateEvery = 2;
    Listener listener;
    trainWith(config, listener);
    std::int64_t since = 0;
    for (const EpochInfo& epoch : listener.epochs) {
        if (epoch.record.valid) since = epoch.isBest ? 0 : since + 1;
        EXPECT_EQ(epoch.evaluationsSinceBest, since) << "epoch " << epoch.record.epoch;
    }
}

TEST_P(Trainer, AKilledRunResumesFromTheLastEpochWithTheSameNumbers) {
    Listener whole;
    const RunRecord expected = trainWith(smallConfig(GetParam()), whole);

    struct Killed {};
    Listener first, second;
    first.onStep = [](const StepInfo& info) {
        if (info.step == 5) throw Killed();  // nothing is stored after this, as if the process were killed
    };
    EXPECT_THROW(trainWith(smallConfig(GetParam()), first, {}, "killed"), Killed);
    const RunRecord killed = RunStore(m_workspace).byName("killed");
    EXPECT_EQ(killed.epochsDone, 1);

    const RunRecord resumed = resume(killed.id, second);
    EXPECT_EQ(lossesOf(resumed.id), lossesOf(expected.id));
    EXPECT_EQ(resumed.test->toJson(), expected.test->toJson());
}

TEST_P(Trainer, GpuCodeGivesTheSameLossesAndResumes) {
    RunConfig config = smallConfig(GetParam());
    // Dropout masks depend on an element's index in the batch, which is different on the CPU, where nothing is padded.
    transformerOf(config).hiddenDropout = transformerOf(config).attentionDropout = 0;
    Listener ignored, whole, notified;
    const RunRecord expected = trainWith(config, ignored);
    const auto trainAsOnGpu = [&](Listener& listener, const std::stop_token& stop) {
        PauseSwitch pause;
        const auto asOnGpu = [](Recommender& recommender, const RunConfig& runConfig, Device device) {
            return std::make_unique<TransformerTrainingModule>(dynamic_cast<TransformerRecommender&>(recommender),
                                                               runConfig, device,
                                                               TransformerTrainingModule::Computation::AsOnGpu);
        };
        return recscope::trainWith(asOnGpu, m_workspace,
                                   {.dataset = m_dataset, .config = config, .runName = {}, .device = DeviceChoice::Cpu},
                                   listener, pause, stop);
    };
    const auto expectSameLosses = [&](RunId run) {
        const std::vector<float> actual = lossesOf(run), reference = lossesOf(expected.id);
        ASSERT_EQ(actual.size(), reference.size());
        for (std::size_t i = 0; i < reference.size(); ++i)
            EXPECT_NEAR(actual[i], reference[i], 1e-4 * reference[i]) << i;
        const auto epochs = RunStore(m_workspace).epochs(run), same = RunStore(m_workspace).epochs(expected.id);
        for (std::size_t i = 0; i < same.size(); ++i) EXPECT_NEAR(epochs[i].loss, same[i].loss, 1e-4 * same[i].loss);
    };
    expectSameLosses(trainAsOnGpu(whole, {}).id);
    EXPECT_EQ(whole.steps.size(), 3u);  // steps are reported when losses are read, at the latest at the end of an epoch

    std::stop_source stop;
    notified.onStep = [&](const StepInfo&) { stop.request_stop(); };
    const RunRecord stopped = trainAsOnGpu(notified, stop.get_token());
    EXPECT_EQ(stopped.state, RunState::Stopped);
    expectSameLosses(resume(stopped.id, ignored).id);
}

TEST_P(Trainer, KeepsTheWeightsOfTheBestEpoch) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 12;
    Listener listener;
    const RunRecord run = trainWith(config, listener);
    double best = -1;
    std::int64_t bestEpoch = 0;
    for (const EpochInfo& info : listener.epochs) {
        EXPECT_EQ(info.isBest, info.record.valid->ndcg10 > best);
        if (info.isBest) {
            best = info.record.valid->ndcg10;
            bestEpoch = info.record.epoch;
        }
    }
    EXPECT_EQ(run.bestEpoch, bestEpoch);
    PauseSwitch pause;
    const Evaluation again = evaluateRun(m_workspace, run.id, run.protocol, Split::Valid, DeviceChoice::Cpu, {}, {});
    EXPECT_DOUBLE_EQ(again.metrics.ndcg10, best);
}

/// The first epoch with the highest value.
std::int64_t firstBest(const std::vector<EpochRecord>& epochs, double Metrics::*value) {
    const auto best = std::max_element(epochs.begin(), epochs.end(), [&](const EpochRecord& a, const EpochRecord& b) {
        return (*a.valid).*value < (*b.valid).*value;
    });
    return best->epoch;
}

TEST_P(Trainer, TheValidationMetricChoosesTheBestEpoch) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 25;
    const auto trained = [&](const char* metric) {
        config.training.validationMetric = metric;
        Listener listener;
        return trainWith(config, listener);
    };
    const RunRecord byNdcg = trained("ndcg@20");
    const RunStore store(m_workspace);
    const std::vector<EpochRecord> epochs = store.epochs(byNdcg.id);
    ASSERT_EQ(epochs.size(), 25U);
    EXPECT_EQ(byNdcg.bestEpoch, firstBest(epochs, &Metrics::ndcg20));
    EXPECT_GT(byNdcg.bestEpoch, 1);

    // The metric has no effect on the weights, so the other runs have the same epochs.
    const RunRecord byHits = trained("hr@20");
    EXPECT_EQ(lossesOf(byHits.id), lossesOf(byNdcg.id));
    EXPECT_EQ(byHits.bestEpoch, 1) << "there are 12 items, so HR@20 is 1 in each epoch";
    EXPECT_EQ(byHits.bestValid->toJson(), epochs.front().valid->toJson());
    EXPECT_EQ(metricsOf(store.ranks(byHits.id, Split::Valid, byHits.protocol)).toJson(), byHits.bestValid->toJson());
    EXPECT_EQ(trained("hr@1").bestEpoch, firstBest(epochs, &Metrics::hr1));
    // Not one of the metrics that are stored for each epoch. With one target, Recall@5 equals HR@5.
    EXPECT_EQ(trained("recall@5").bestEpoch, firstBest(epochs, &Metrics::hr5));
}

// HR@1 of 40 users has 41 possible values, so at most 41 validations are the best so far, and with a patience of 3 at
// most 41 * 2 + 3 others follow.
TEST_P(Trainer, PatienceCountsTheValidationsWithoutABetterValidationMetric) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 200;
    config.training.patience = 3;
    config.training.validationMetric = "hr@1";
    Listener listener;
    const RunRecord run = trainWith(config, listener);
    double best = -1;
    std::int64_t since = 0;
    for (const EpochInfo& epoch : listener.epochs) {
        EXPECT_EQ(epoch.isBest, epoch.record.valid->hr1 > best) << "epoch " << epoch.record.epoch;
        since = epoch.isBest ? 0 : since + 1;
        EXPECT_EQ(epoch.evaluationsSinceBest, since) << "epoch " << epoch.record.epoch;
        best = std::max(best, epoch.record.valid->hr1);
    }
    EXPECT_EQ(since, 3);
    EXPECT_EQ(run.epochsDone, run.bestEpoch + 3);
    EXPECT_EQ(run.message, (Messages{{MessageId::NoBetterMetric, {"HR@1", run.bestEpoch}}}));
}

TEST(RunProgress, ReadsTheBestNdcgOfOlderVersions) {
    const RunProgress progress = RunProgress::fromJson(R"({"epoch":7,"bestNdcg":0.25,"evaluationsSinceBest":2})");
    EXPECT_EQ(progress.epoch, 7);
    EXPECT_EQ(progress.bestValidation, 0.25);
    EXPECT_EQ(progress.evaluationsSinceBest, 2);
    EXPECT_EQ(RunProgress::fromJson(progress.toJson()).bestValidation, 0.25);
    EXPECT_EQ(RunProgress::fromJson("{}").bestValidation, -1) << "no epoch was validated yet";
}

// If the best value of the older version were lost, the first epoch after the resumption would be the best.
TEST_P(Trainer, ARunStoppedByAnOlderVersionKeepsItsBestEpoch) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 4;
    config.training.learningRate = 1e-9;  // too small to improve anything
    Listener whole;
    const RunRecord expected = trainWith(config, whole);
    ASSERT_EQ(expected.bestEpoch, 1);

    Listener first, second;
    std::stop_source stop;
    first.onStep = [&](const StepInfo& info) {
        if (info.step == 5) stop.request_stop();  // in the middle of the second epoch
    };
    const RunRecord stopped = trainWith(config, first, stop.get_token());
    ASSERT_EQ(stopped.state, RunState::Stopped);
    RunStore store(m_workspace);
    Checkpoint last = *store.checkpoint(stopped.id, CheckpointKind::Last);
    const std::string name = "bestValidation";
    ASSERT_NE(last.progress.find(name), std::string::npos) << last.progress;
    last.progress.replace(last.progress.find(name), name.size(), "bestNdcg");
    store.recordStop(stopped, {}, last);

    const RunRecord resumed = resume(stopped.id, second);
    EXPECT_EQ(resumed.state, RunState::Finished);
    EXPECT_EQ(resumed.bestEpoch, 1);
    EXPECT_EQ(resumed.test->toJson(), expected.test->toJson());
    EXPECT_EQ(second.epochs.back().evaluationsSinceBest, 3);
}

TEST_P(Trainer, PatienceEndsTheRun) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 500;
    config.training.patience = 2;
    config.training.learningRate = 1e-9;  // too small to improve anything
    Listener listener;
    const RunRecord run = trainWith(config, listener);
    EXPECT_EQ(run.state, RunState::Finished);
    EXPECT_EQ(run.epochsDone, run.bestEpoch + 2);
}

TEST_P(Trainer, ALossThatIsNotFiniteFailsTheRunWithAMessage) {
    RunConfig config = smallConfig(GetParam());
    config.training.learningRate = 10;
    config.training.clipNorm = 0;
    config.training.optimizer = OptimizerKind::AdamW;
    config.training.weightDecay = 10;  // each step multiplies the weights by 1 - 10 * 10
    config.training.epochs = 100;
    Listener listener;
    try {
        trainWith(config, listener, {}, "wild");
        FAIL() << "training did not fail";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Numeric);
    }
    const RunRecord run = RunStore(m_workspace).byName("wild");
    EXPECT_EQ(run.state, RunState::Failed);
    EXPECT_FALSE(run.message.empty());
}

TEST_P(Trainer, PauseSuspendsTrainingUntilResume) {
    PauseSwitch pause;
    Listener listener;
    std::atomic<int> steps = 0;
    listener.onStep = [&](const StepInfo& info) {
        ++steps;
        if (info.step == 2) pause.pause();
    };
    std::jthread other([&] {
        while (!pause.isPaused()) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        EXPECT_EQ(steps, 2);
        pause.resume();
    });
    const RunRecord run =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig(GetParam()), .runName = {}, .device = DeviceChoice::Cpu},
              listener, pause, {});
    EXPECT_EQ(run.state, RunState::Finished);
}

TEST_P(Trainer, StopsWhilePaused) {
    PauseSwitch pause;
    std::stop_source stop;
    Listener listener;
    listener.onStep = [&](const StepInfo&) {
        pause.pause();
        stop.request_stop();
    };
    const RunRecord run =
        train(m_workspace,
              {.dataset = m_dataset, .config = smallConfig(GetParam()), .runName = {}, .device = DeviceChoice::Cpu},
              listener, pause, stop.get_token());
    EXPECT_EQ(run.state, RunState::Stopped);
}

TEST_P(Trainer, ARunStoppedBeforeItsFirstStepCanResume) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 1;
    Listener listener;
    std::stop_source stop;
    stop.request_stop();
    try {
        trainWith(config, listener, stop.get_token(), "stopped");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled) << error.what();
    }
    const RunRecord stopped = RunStore(m_workspace).byName("stopped");
    EXPECT_EQ(stopped.state, RunState::Stopped) << wordsOf(stopped.message);
    EXPECT_EQ(resume(stopped.id, listener).state, RunState::Finished);
}

INSTANTIATE_TEST_SUITE_P(Both, Trainer, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

TEST(CountingModels, CountTheValidationItemsOnRequest) {
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    Histories histories;
    histories.itemCount = 6;
    histories.append(std::vector<Token>{1, 2, 4, 3});
    for (int user = 0; user < 2; ++user) histories.append(std::vector<Token>{1, 2, 3, 4});
    const DatasetId dataset = addDataset(workspace, histories).id;
    RunConfig config = defaultConfig("popularity");
    const auto testMrr = [&] {
        Listener listener;
        PauseSwitch pause;
        const RunRecord run = train(workspace, {dataset, config, "", DeviceChoice::Cpu}, listener, pause, {});
        EXPECT_EQ(run.protocol.trainedOnValidation, config.training.retrainWithValidation);
        return run.test->mrr;
    };
    // Items 3 and 4 are in no training part: they tie with 5 and 6, which nobody has.
    EXPECT_DOUBLE_EQ(testMrr(), 1.0 / 3);
    config.training.retrainWithValidation = true;
    EXPECT_DOUBLE_EQ(testMrr(), 1);  // 3 and 4 are validation items of some users
}

TEST(References, NameTheBestSimpleRuleAboveARun) {
    const auto reference = [](const char* name, double valid, double test, bool isUpperBound = false) {
        Reference reference{.name = name, .valid = {}, .test = {}, .isUpperBound = isUpperBound};
        reference.valid.ndcg10 = valid;
        reference.test.ndcg10 = test;
        return reference;
    };
    const std::vector<Reference> references{reference("Popularity", 0.20, 0.17), reference("Bigram", 0.10, 0.19),
                                            reference("Best reachable", 0.9, 0.9, /*isUpperBound=*/true)};
    RunRecord run;
    run.config = defaultConfig("sasrec").toJson();
    EXPECT_EQ(bestBaselineAbove(run, references), nullptr) << "nothing is scored";
    run.bestValid.emplace().ndcg10 = 0.15;
    ASSERT_NE(bestBaselineAbove(run, references), nullptr);
    EXPECT_EQ(bestBaselineAbove(run, references)->name, "Popularity")
        << "compares on validation while there is no test score";
    run.test.emplace().ndcg10 = 0.06;
    EXPECT_EQ(bestBaselineAbove(run, references)->name, "Bigram");
    EXPECT_EQ(baselineAboveSentence(run, references),
              "Below the simple rule \"Bigram\": NDCG@10 0.0600 against 0.1900 on test.");
    run.test->ndcg10 = 0.19;
    EXPECT_EQ(bestBaselineAbove(run, references), nullptr) << "an equal score is not worse; the upper bound is no rule";
    run.test->ndcg10 = 0.06;
    run.config = defaultConfig("popularity").toJson();
    EXPECT_EQ(bestBaselineAbove(run, references), nullptr) << "a counting model is itself a simple rule";
}

TEST(References, PopularityRanksByTrainingCounts) {
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    Histories histories;
    histories.itemCount = 4;
    for (int user = 0; user < 3; ++user)
        histories.append(std::vector<Token>{1, 2, 1, 2});  // held out: 1, 2; training: 1, 2
    const DatasetId dataset = addDataset(workspace, histories).id;
    const auto references = referencesFor(workspace, dataset);
    ASSERT_EQ(references.size(), 4u);  // these two, own items again, and item-kNN with decay
    EXPECT_EQ(references[0].name, "Popularity");
    EXPECT_DOUBLE_EQ(references[0].test.mrr, 0.5);  // items 1 and 2 tie; ties count against the target
    EXPECT_EQ(references[1].name, "Last item (bigram)");
    EXPECT_DOUBLE_EQ(references[1].test.mrr, 1);  // 2 always follows 1
    // The second call reads the references stored in the workspace.
    EXPECT_EQ(referencesFor(workspace, dataset)[1].test.toJson(), references[1].test.toJson());
}

TEST_P(Trainer, RetrainsWithTheValidationItemsOnRequest) {
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 4;
    config.training.retrainWithValidation = true;
    Listener listener;
    const RunRecord run = trainWith(config, listener);
    EXPECT_EQ(run.state, RunState::Finished);
    EXPECT_TRUE(run.protocol.trainedOnValidation);
    EXPECT_EQ(run.epochsDone, 4 + run.bestEpoch);
    EXPECT_NE(wordsOf(run.message).find("with the validation items"), std::string::npos) << wordsOf(run.message);
    EXPECT_FALSE(listener.epochs.back().record.valid);
    config.training.retrainWithValidation = false;
    const RunRecord plain = trainWith(config, listener);
    EXPECT_EQ(plain.bestValid->toJson(), run.bestValid->toJson());
    EXPECT_NE(plain.test->toJson(), run.test->toJson());

    // Stopped in the second training, the run resumes to the same numbers.
    config.training.retrainWithValidation = true;
    std::stop_source stop;
    Listener stopping;
    stopping.onStep = [&](const StepInfo& info) {
        if (info.epoch == 5) stop.request_stop();
    };
    const RunRecord stopped = trainWith(config, stopping, stop.get_token());
    ASSERT_EQ(stopped.state, RunState::Stopped);
    Listener rest;
    const RunRecord resumed = resume(stopped.id, rest);
    EXPECT_EQ(resumed.test->toJson(), run.test->toJson());
    EXPECT_EQ(lossesOf(resumed.id), lossesOf(run.id));
}

TEST_P(Trainer, ValidatesOnSampledUsersAndFinallyOnAll) {
    RunConfig config = smallConfig(GetParam());
    Listener listener;
    const RunRecord whole = trainWith(config, listener);
    config.training.validationUsers = 11;
    std::set<std::size_t> ranked;
    listener.onEpoch = [&](const RunRecord& run) {
        ranked.insert(RunStore(m_workspace).ranks(run.id, Split::Valid, run.protocol).size());
    };
    const RunRecord run = trainWith(config, listener);
    EXPECT_EQ(ranked, std::set<std::size_t>{11});
    EXPECT_EQ(lossesOf(run.id), lossesOf(whole.id));  // training does not depend on the number of ranked users
    const auto ranks = RunStore(m_workspace).ranks(run.id, Split::Valid, run.protocol);
    EXPECT_EQ(ranks.size(), 40u);
    EXPECT_EQ(run.bestValid->toJson(), metricsOf(ranks).toJson());
    EXPECT_NE(validationSentence(run).find(", at most 11 sampled users"), std::string::npos);
    EXPECT_EQ(validationSentence(whole), whole.protocol.sentence());
}

TEST_P(Trainer, StatesWhyItEnded) {
    RunConfig config = smallConfig(GetParam());
    config.training.learningRate = 1e-3;
    config.training.epochs = 80;
    config.training.evaluateEvery = 40;  // far enough apart that each validation is better than the previous one
    Listener listener;
    EXPECT_EQ(trainWith(config, listener).message, Messages{MessageId::StillImproving});
    config.training.learningRate = 1e-9;
    config.training.epochs = 50;
    config.training.evaluateEvery = 1;
    config.training.patience = 2;
    const RunRecord run = trainWith(config, listener);
    EXPECT_LT(run.epochsDone, 50);
    EXPECT_EQ(run.message, (Messages{{MessageId::NoBetterMetric, {"NDCG@10", run.bestEpoch}}}));
    EXPECT_EQ(wordsOf(run.message),
              "Ended early: no better NDCG@10 since epoch " + std::to_string(run.bestEpoch) + ".");
}

TEST_P(Trainer, TheWordsOfARunAreInTheLanguageOfItsReader) {
    setLanguage("de");
    RunConfig config = smallConfig(GetParam());
    config.training.epochs = 50;
    Listener listener;
    std::stop_source stop;
    listener.onEpoch = [&](const RunRecord&) { stop.request_stop(); };
    const RunId id = trainWith(config, listener, stop.get_token(), "a").id;
    const RunRecord stored = RunStore(m_workspace).byId(id);
    EXPECT_EQ(wordsOf(stored.message), "In Epoche 2 angehalten; lässt sich fortsetzen.");
    EXPECT_TRUE(wordsOf(stored.device).starts_with("cpu, " + std::to_string(stored.device.threads) + " Thread"));
    setLanguage("en");
    EXPECT_EQ(wordsOf(stored.message), "Stopped in epoch 2; it can be resumed.");
    EXPECT_TRUE(wordsOf(stored.device).starts_with("cpu, " + std::to_string(stored.device.threads) + " thread"));
}

TEST_P(Trainer, TheReasonOfAFailureIsInTheLanguageOfItsReader) {
    setLanguage("de");
    RunConfig config = smallConfig(GetParam());
    config.training.learningRate = 10;
    config.training.clipNorm = 0;
    config.training.optimizer = OptimizerKind::AdamW;
    config.training.weightDecay = 10;  // each step multiplies the weights by 1 - 10 * 10
    config.training.epochs = 100;
    Listener listener;
    EXPECT_THROW(trainWith(config, listener, {}, "wild"), MessageError);
    setLanguage("en");
    const std::string words = wordsOf(RunStore(m_workspace).byName("wild").message);
    EXPECT_NE(words.find("became infinite or NaN at step "), std::string::npos) << words;
}

TEST_P(Trainer, ALossThatIsNotFiniteEndsTheRunAndKeepsTheBestWeights) {
    RunConfig config = smallConfig(GetParam());
    config.training.optimizer = OptimizerKind::AdamW;
    config.training.learningRate = 0.5;
    config.training.weightDecay = 6;  // factor 1 - 0.5 * 6 = -2 per step: doubles every matrix and flips its sign
    config.training.epochs = 200;
    config.training.evaluateEvery = 5;
    Listener listener;
    try {
        trainWith(config, listener);
        FAIL() << "the loss stayed finite";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Numeric);
        EXPECT_NE(std::string(error.what()).find(" at step "), std::string::npos) << error.what();
    }
    const RunStore runs(m_workspace);
    const RunRecord run = runs.list().at(0);
    EXPECT_EQ(run.state, RunState::Failed);
    ASSERT_EQ(run.message.size(), 1u);
    EXPECT_TRUE(run.message[0].id == MessageId::LossNotFinite || run.message[0].id == MessageId::ScoresNotFinite);
    ASSERT_GT(run.epochsDone, 5);
    EXPECT_EQ(runs.checkpoint(run.id, CheckpointKind::Best)->epoch, run.bestEpoch);
    // The last checkpoint names the epoch at which a resumed run continues.
    EXPECT_EQ(runs.checkpoint(run.id, CheckpointKind::Last)->epoch, run.epochsDone + 1);
}

TEST_P(Trainer, AGlobalTimeSplitNeedsTimes) {
    RunConfig config = smallConfig(GetParam());
    config.split = SplitKind::GlobalTime;
    Listener listener;
    EXPECT_THROW(trainWith(config, listener), Error);
    EXPECT_TRUE(RunStore(m_workspace).list().empty());
}

}  // namespace
}  // namespace recscope
