// SPDX-License-Identifier: GPL-3.0-or-later
// Compares NCF with tests/golden/ncf/make.py (PyTorch) and its samples with their definition, and tests for common
// mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../../learn_support.h"
#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/metrics/baselines.h"
#include "core/models/ncf/dot_training_module.h"
#include "core/models/ncf/ncf.h"
#include "core/models/ncf/ncf_config.h"
#include "core/models/ncf/ncf_net.h"
#include "core/models/ncf/ncf_task.h"
#include "core/recommender/registry.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"
#include "core/util/error.h"

namespace recscope {
namespace {

/// A model with the weights of a golden file, and its samples.
struct GoldenNcf {
    explicit GoldenNcf(const std::string& name)
        : file("ncf/" + name),
          model(file.config(), {.itemCount = file.number("items"), .userCount = file.number("users")},
                InitialWeights::Loaded) {
        SafeTensors weights = file.group("weight");
        weights.tensors["item_count"] = torch::ones({vocabularySize(file.number("items"))});
        model.setWeights(weights);
        const std::vector<std::int32_t> users = file.tokens("users"), labels = file.tokens("labels");
        const std::vector<Token> items = file.tokens("items");
        for (std::size_t i = 0; i < users.size(); ++i)
            samples.push_back({.user = users[i], .item = items[i], .isPositiveItem = labels[i] == 1});
    }
    void expectScores() {
        std::vector<Query> queries;
        for (std::int32_t user = 0; user < file.number("users"); ++user)
            queries.push_back({.history = {}, .user = user});
        expectScoresEqual(file, model, queries);
    }
    GoldenFile file;
    Ncf model;
    std::vector<NcfSample> samples;
};

class NeuMfGolden : public testing::TestWithParam<int> {};

TEST_P(NeuMfGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    GoldenNcf golden("neumf");
    MinibatchStep step(golden.model.tensors(), golden.file.config().training, GetParam());
    std::vector<NeuMfNet> nets;
    for (int worker = 0; worker < step.threads(); ++worker)
        nets.emplace_back(ncfOf(golden.file.config()), step.parameters(worker));
    expectStepsEqual(
        golden.file, golden.model.tensors(), step, golden.samples.size(),
        static_cast<std::size_t>(golden.file.config().training.batchSize),
        [&](int worker, const std::vector<std::size_t>& chosen, std::int64_t batch, kernels::Arena& arena) {
            std::vector<NcfSample> some;
            for (const std::size_t i : chosen) some.push_back(golden.samples[i]);
            return nets[static_cast<std::size_t>(worker)].computeGradients(some, batch, arena);
        });
    golden.expectScores();
}

TEST_P(NeuMfGolden, PretrainedHalvesJoinedScoresAndAPlainStepEqualPyTorch) {
    constexpr std::size_t kSteps = 5;
    GoldenNcf golden("pretrained");
    const TrainingConfig& training = golden.file.config().training;
    const auto perStep = static_cast<std::size_t>(training.batchSize);
    HostTensors& tensors = golden.model.tensors();
    MinibatchStep step(tensors, training, GetParam());
    NcfTask task(golden.model, golden.file.config(), step);
    std::vector<NeuMfNet> nets;
    for (int worker = 0; worker < step.threads(); ++worker)
        nets.emplace_back(ncfOf(golden.file.config()), step.parameters(worker));
    std::vector<double> losses;
    for (std::size_t i = 0; i <= kSteps; ++i) {
        if (i == 0 || i == kSteps)
            task.startEpoch(i == 0 ? 1 : 2);  // first the halves (GMF and MLP), then all by plain SGD
        for (NeuMfNet& net : nets) net.setTrainedPart(i < kSteps ? NcfTrainedPart::Halves : NcfTrainedPart::Whole);
        losses.push_back(step.step(
            [&](int worker, kernels::Arena& arena) {
                std::vector<NcfSample> some;
                for (auto n = static_cast<std::size_t>(worker); n < perStep;
                     n += static_cast<std::size_t>(step.threads()))
                    some.push_back(golden.samples[i * perStep + n]);
                return nets[static_cast<std::size_t>(worker)].computeGradients(some, training.batchSize, arena);
            },
            training.learningRate));
        task.endStep();
        if (i + 1 != kSteps) continue;
        expectTensorsEqual(golden.file, tensors, "joined");
        golden.expectScores();
    }
    expectTensorsEqual(golden.file, tensors, "plain");
    golden.file.expectEqual(torch::tensor(losses, torch::kDouble), "losses");
}

INSTANTIATE_TEST_SUITE_P(Threads, NeuMfGolden, testing::Values(1, 2));

TEST(DotGolden, SequentialSamplesAndFinalScoresEqualPyTorch) {
    GoldenNcf golden("dot");
    DotTrainingModule module(golden.model, golden.file.config());
    std::vector<double> losses;
    for (const NcfSample& sample : golden.samples) {
        losses.push_back(module.update(sample, golden.file.config().training.learningRate));
        if (losses.size() == 1) expectTensorsEqual(golden.file, golden.model.tensors(), "after1");
        if (losses.size() == 5) expectTensorsEqual(golden.file, golden.model.tensors(), "after5");
    }
    golden.file.expectEqual(torch::tensor(losses, torch::kDouble), "losses");
    golden.expectScores();
}

/// Two users and six items; the last two of each history are held out.
Histories twoUsers() {
    Histories histories;
    histories.itemCount = 6;
    histories.append(std::vector<Token>{1, 2, 3, 5, 6});
    histories.append(std::vector<Token>{4, 1, 2});
    return histories;
}

TEST(NcfSamples, EachInteractionOccursOnceWithFreshUnseenNegatives) {
    const Histories histories = twoUsers();
    const NcfSamples samples(histories, 4, 42);
    ASSERT_EQ(samples.count(), (3 + 1) * 5);
    std::set<Token> negatives;
    std::set<std::vector<Token>> draws;
    for (std::int64_t epoch = 1; epoch <= 50; ++epoch) {
        std::map<std::pair<std::int32_t, Token>, int> positives;
        std::vector<Token> drawn;
        for (std::int64_t i = 0; i < samples.count(); ++i) {
            const NcfSample sample = samples.at(i, epoch);
            if (sample.isPositiveItem) {
                ++positives[{sample.user, sample.item}];
            } else if (sample.user == 0) {
                drawn.push_back(sample.item);
                negatives.insert(sample.item);
            }
        }
        EXPECT_EQ(positives,
                  (std::map<std::pair<std::int32_t, Token>, int>{{{0, 1}, 1}, {{0, 2}, 1}, {{0, 3}, 1}, {{1, 4}, 1}}));
        EXPECT_EQ(drawn.size(), 12u);
        draws.insert(drawn);
    }
    EXPECT_EQ(negatives, (std::set<Token>{4, 5, 6}));  // the held-out items 5 and 6 may be drawn
    EXPECT_GT(draws.size(), 40u);
}

class EachScorer : public testing::TestWithParam<const char*> {
protected:
    static RunConfig config() {
        RunConfig made = presetFor("ncf", GetParam(), DatasetInfo()).config;
        ncfOf(made).dim = 8;
        ncfOf(made).mlpDim = 8;
        made.training.batchSize = 16;
        made.training.epochs = 4;
        return made;
    }
    static RunRecord trained(const Histories& histories) {
        TemporaryWorkspace folder;
        Workspace workspace = folder.open();
        const DatasetId dataset = addDataset(workspace, histories).id;
        TrainObserver observer;
        PauseSwitch pause;
        return train(workspace, {.dataset = dataset, .config = config(), .runName = "run", .device = DeviceChoice::Cpu},
                     observer, pause, {});
    }
};

TEST_P(EachScorer, UnknownUsersAreScoredByPopularity) {
    const Histories histories = ringHistories();
    Ncf model(config(), {.itemCount = histories.itemCount, .userCount = histories.userCount()}, InitialWeights::Random);
    model.count(histories);
    const std::vector<float> counts = popularityScores(histories);
    const std::vector<Token> history = {3, 4};
    for (const std::optional<std::int32_t> user : {std::optional<std::int32_t>(), std::optional(1'000'000)}) {
        const Query query{.history = history, .user = user};
        model.score({&query, 1},
                    [&](std::size_t, std::span<const float> scores) {
                        for (std::size_t a = 1; a <= 12; ++a) {
                            for (std::size_t b = 1; b <= 12; ++b)
                                EXPECT_EQ(scores[a] < scores[b], counts[a] < counts[b]) << a << " " << b;
                        }
                    },
                    {});
    }
}

TEST_P(EachScorer, TheBestEpochIsChosenWithoutTheTestItems) {
    Histories other = ringHistories();
    for (std::int32_t user = 0; user < other.userCount(); ++user) {
        Token& test = other.items[static_cast<std::size_t>(other.offsets[static_cast<std::size_t>(user) + 1] - 1)];
        test = 1 + test % 12;
    }
    const RunRecord original = trained(ringHistories()), changed = trained(other);
    EXPECT_EQ(original.bestEpoch, changed.bestEpoch);
    EXPECT_EQ(original.bestValid->ndcg10, changed.bestValid->ndcg10);
}

INSTANTIATE_TEST_SUITE_P(Presets, EachScorer, testing::Values("ncf", "mf-logistic"),
                         [](const auto& info) { return std::string(info.param) == "ncf" ? "NeuMf" : "Dot"; });

/// Stops a training after some steps.
class StopAfter : public TrainObserver {
public:
    explicit StopAfter(std::int64_t steps) : m_steps(steps) {}
    void stepDone(const StepInfo& info) override {
        if (info.step == m_steps) stop.request_stop();
    }
    std::stop_source stop;

private:
    std::int64_t m_steps;
};

class NcfPretraining : public testing::Test {
protected:
    static constexpr std::int64_t kPretrainingEpochs = 3, kEpochs = 6;

    NcfPretraining() : m_workspace(m_folder.open()), m_dataset(addDataset(m_workspace, ringHistories()).id) {
        m_config = presetFor("ncf", "ncf-pretrained", DatasetInfo()).config;
        ncfOf(m_config).mlpDim = 8;
        ncfOf(m_config).pretrainingEpochs = kPretrainingEpochs;
        m_config.training.batchSize = 256;
        m_config.training.learningRate = 0.05;
        m_config.training.epochs = kEpochs;
    }
    RunRecord train(const std::string& name, StopAfter& observer) {
        PauseSwitch pause;
        return recscope::train(m_workspace,
                               {.dataset = m_dataset, .config = m_config, .runName = name, .device = DeviceChoice::Cpu},
                               observer, pause, observer.stop.get_token());
    }
    SafeTensors lastWeights(RunId run) {
        return fromSafeTensors(RunStore(m_workspace).checkpoint(run, CheckpointKind::Last)->weights);
    }
    TemporaryWorkspace m_folder;
    Workspace m_workspace;
    DatasetId m_dataset;
    RunConfig m_config;
};

TEST_F(NcfPretraining, ResumesInEachPhaseWithTheSameWeights) {
    StopAfter never(0);
    const RunRecord whole = train("whole", never);
    ASSERT_EQ(whole.state, RunState::Finished);
    const std::int64_t perEpoch = static_cast<std::int64_t>(RunStore(m_workspace).steps(whole.id).size()) / kEpochs;
    ASSERT_GT(perEpoch, 2);
    const std::string expected = RunStore(m_workspace).checkpoint(whole.id, CheckpointKind::Last)->weights;
    // Stops in the middle of the second epoch of pretraining, at the last step of pretraining, and in the second epoch
    // of the joint training.
    for (const std::int64_t steps :
         {perEpoch + perEpoch / 2, kPretrainingEpochs * perEpoch, (kPretrainingEpochs + 1) * perEpoch + 1}) {
        StopAfter observer(steps);
        const RunRecord stopped = train("stopped after " + std::to_string(steps), observer);
        ASSERT_EQ(stopped.state, RunState::Stopped);
        PauseSwitch pause;
        TrainObserver resumeObserver;
        const RunRecord resumed = resumeTraining(m_workspace, stopped.id, DeviceChoice::Cpu, resumeObserver, pause, {});
        ASSERT_EQ(resumed.state, RunState::Finished);
        EXPECT_TRUE(RunStore(m_workspace).checkpoint(resumed.id, CheckpointKind::Last)->weights == expected) << steps;
    }
}

TEST_F(NcfPretraining, PretrainingJoinsTheHalvesOutputsWhichThenStayFixed) {
    m_config.training.epochs = kPretrainingEpochs;
    StopAfter never(0);
    const SafeTensors pretrained = lastWeights(train("pretrained", never).id);
    m_config.training.epochs = kEpochs;
    const SafeTensors whole = lastWeights(train("whole", never).id);
    const auto joined = [](const SafeTensors& weights) {
        return torch::cat({weights.tensors.at("gmf.output.weight"), weights.tensors.at("mlp.output.weight")}, -1) / 2;
    };
    EXPECT_TRUE(pretrained.tensors.at("output.weight").equal(joined(pretrained)));
    EXPECT_TRUE(joined(whole).equal(joined(pretrained)));
    EXPECT_FALSE(whole.tensors.at("output.weight").equal(joined(whole)));
}

TEST(Ncf, ANetworkTooNarrowForItsLayersIsRefused) {
    RunConfig config = defaultConfig("ncf");
    ncfOf(config).mlpDim = 4;
    ncfOf(config).layers = 3;  // of widths 4, 2 and 1
    EXPECT_NO_THROW(checkConfig(config));
    ncfOf(config).layers = 4;
    EXPECT_THROW(checkConfig(config), Error);
}

TEST(Ncf, TheRowsOfTheUnknownUserPadAndMaskStayZero) {
    const RunConfig config = defaultConfig("ncf");
    Ncf model(config, {.itemCount = 6, .userCount = 2}, InitialWeights::Random);
    MinibatchStep step(model.tensors(), config.training, 1);
    NeuMfNet net(ncfOf(config), step.parameters(0));
    const std::vector<NcfSample> samples = {{.user = 0, .item = 1, .isPositiveItem = true}, {.user = 1, .item = 6}};
    for (int i = 0; i < 3; ++i)
        step.step([&](int, kernels::Arena& arena) { return net.computeGradients(samples, 2, arena); }, 0.1);
    const SafeTensors weights = model.weights();
    for (const char* const part : {"gmf", "mlp"}) {
        const std::string name = part;
        EXPECT_EQ(weights.tensors.at(name + ".user_embedding.weight")[0].abs().max().item<float>(), 0);
        for (const std::int64_t row : {0, 7})
            EXPECT_EQ(weights.tensors.at(name + ".item_embedding.weight")[row].abs().max().item<float>(), 0);
    }
}

TEST(NcfConfig, PretrainingThatCannotEndOrIsMissingIsRefused) {
    RunConfig config = presetFor("ncf", "ncf-pretrained", DatasetInfo()).config;
    EXPECT_NO_THROW(checkConfig(config));
    RunConfig again = config;
    again.training.retrainWithValidation = true;
    EXPECT_THROW(checkConfig(again), Error);
    config.training.epochs = ncfOf(config).pretrainingEpochs - 1;
    EXPECT_THROW(checkConfig(config), Error);
}

}  // namespace
}  // namespace recscope
