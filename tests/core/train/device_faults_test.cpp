// SPDX-License-Identifier: GPL-3.0-or-later
// Tests GPU failures, simulated on the CPU: the computation of a micro-batch throws what LibTorch would throw there.
#include <gtest/gtest.h>

#include <torch/library.h>

#include <functional>
#include <map>

#include "../learn_support.h"
#include "../support/random_histories.h"
#include "core/batch/device_batches.h"
#include "core/batch/micro_batch_halves.h"
#include "core/models/transformer/gradient_step.h"
#include "core/models/transformer/transformer_config.h"
#include "core/models/transformer/transformer_recommender.h"
#include "core/models/transformer/transformer_training_module.h"
#include "core/recommender/cuda_report.h"
#include "core/recommender/model_entry.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "tests/core/support/sequence_models.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 37;
constexpr double kTolerance = 2e-5;  // relative to the largest number of a tensor, as in device_training_test.cpp
constexpr const char* kNoMemory =
    "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.10 GiB of which 10.12 MiB is "
    "free.\nframe #0";
constexpr const char* kLost = "CUDA error: uncorrectable ECC error encountered\nframe #0";

/// Simulates a device with memory for `rows` histories at once.
TorchGradients::MicroBatchProbe memoryFor(std::int64_t rows) {
    return [rows](const MicroBatch& microBatch) {
        if (microBatch.tokens.size(0) > rows) throw std::runtime_error(kNoMemory);
    };
}

struct Case {
    const char* name;
    const char* model;
    std::map<std::string, std::string> changes;
};

class DeviceFaults : public testing::TestWithParam<Case> {
protected:
    DeviceFaults()
        : m_histories(randomHistories(/*users=*/40, 2, 25, kItems, /*seed=*/5)),
          m_config(smallConfig(GetParam().model)) {
        transformerOf(m_config).maxLength = 15;
        transformerOf(m_config).hiddenDropout = transformerOf(m_config).attentionDropout = 0;
        m_config.training.batchSize = 11;
        for (const auto& [key, value] : GetParam().changes) setConfigValue(m_config, key, value);
    }

    /// The losses of two epochs of the GPU's training code, the final weights and the device in words.
    struct Outcome {
        std::vector<double> losses;
        std::map<std::string, torch::Tensor> weights;
        std::string device;
    };
    Outcome trained(const TorchGradients::MicroBatchProbe& probe) {
        const auto made = makeRecommender(m_config, {.itemCount = kItems, .userCount = m_histories.userCount()},
                                          InitialWeights::Random);
        auto& recommender = dynamic_cast<TransformerRecommender&>(*made);
        TransformerTrainingModule module(recommender, m_config, Device::Cpu,
                                         TransformerTrainingModule::Computation::AsOnGpu);
        module.setProbe(probe);
        module.setTrainingData(m_histories);
        Outcome outcome;
        std::int64_t step = 0;
        for (std::int64_t epoch = 1; epoch <= 2; ++epoch) {
            module.startEpoch(epoch, 0);
            for (std::int64_t i = 0; i < module.stepsPerEpoch(); ++i) module.step(step++, 1e-2, {});
            for (const StepLoss& stepLoss : module.takeLosses(/*all=*/true)) outcome.losses.push_back(stepLoss.loss);
        }
        for (const auto& weight : recommender.model().named_parameters())
            outcome.weights[weight.key()] = weight.value().detach().clone();
        outcome.device = wordsOf(module.device());
        return outcome;
    }

    Histories m_histories;
    RunConfig m_config;
};

TEST_P(DeviceFaults, HalvedBatchesHaveTheLossAndGradientsOfTheWhole) {
    const auto model = makeSequenceModel(m_config, kItems);
    const BatchRules rules = batchRulesOf(m_config, model->task());
    TrainingBatches host(m_histories, rules, /*microBatchTokens=*/90);
    DeviceBatches device(host, m_histories, rules, torch::kCPU);
    host.startEpoch(1);
    device.startEpoch();
    TorchGradients gradients(*model, m_config);
    for (const TrainingBatch& batch : {host.batch(0), device.batch(0)}) {
        const double expected = gradients.compute(batch, {}, {})->item<double>();
        std::map<std::string, torch::Tensor> whole;
        for (const auto& parameter : model->named_parameters())
            whole[parameter.key()] = parameter.value().grad().clone();
        TrainingBatch parts = batch;
        while (canBeHalved(parts)) {
            const std::size_t before = parts.microBatches.size();
            parts = halved(parts);
            EXPECT_GT(parts.microBatches.size(), before);
            EXPECT_NEAR(gradients.compute(parts, {}, {})->item<double>(), expected, kTolerance * expected);
            for (const auto& parameter : model->named_parameters()) {
                const torch::Tensor& reference = whole.at(parameter.key());
                const double largest = std::max(1e-3, reference.abs().max().item<double>());
                EXPECT_LE((parameter.value().grad() - reference).abs().max().item<double>(), kTolerance * largest)
                    << parameter.key() << " in " << parts.microBatches.size() << " micro-batches";
            }
        }
        for (const MicroBatch& microBatch : parts.microBatches) EXPECT_EQ(microBatch.tokens.size(0), 1);
    }
}

TEST_P(DeviceFaults, StepsAreRepeatedInHalvesAfterOutOfMemory) {
    const Outcome expected = trained({}), actual = trained(memoryFor(3));
    ASSERT_EQ(actual.losses.size(), expected.losses.size());
    for (std::size_t i = 0; i < expected.losses.size(); ++i)
        EXPECT_NEAR(actual.losses[i], expected.losses[i], 1e-3 * expected.losses[i]) << "step " << i;
    EXPECT_EQ(expected.device.find("parts"), std::string::npos);
    EXPECT_NE(actual.device.find(", batches in 4 parts for want of memory"), std::string::npos) << actual.device;
}

TEST_P(DeviceFaults, OutOfMemoryInALaterMicroBatchIsHandled) {
    int microBatches = 0;
    const auto probe = [&](const MicroBatch&) {
        if (++microBatches == 3)
            throw std::runtime_error("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate`");
    };
    const Outcome expected = trained({}), actual = trained(probe);
    ASSERT_EQ(actual.losses.size(), expected.losses.size());
    for (std::size_t i = 0; i < expected.losses.size(); ++i)
        EXPECT_NEAR(actual.losses[i], expected.losses[i], 1e-3 * expected.losses[i]) << "step " << i;
}

TEST_P(DeviceFaults, ReportsTheFreeMemoryWhenNotOneHistoryFits) {
    try {
        trained(memoryFor(0));
        FAIL() << "trained without memory";
    } catch (const DeviceError& error) {
        EXPECT_STREQ(
            error.what(),
            "Not even one history fits into the GPU's memory: another 2.00 GiB were needed, 10.12 MiB are free.");
        EXPECT_FALSE(error.hint().empty());
    }
}

INSTANTIATE_TEST_SUITE_P(All, DeviceFaults,
                         testing::Values(Case{"bert4rec", "bert4rec", {}},
                                         Case{"bert4rec_sampled",
                                              "bert4rec",
                                              {{"loss", "sampled_ce"}, {"negatives", "9"}, {"negatives_per", "batch"}}},
                                         Case{"sasrec_bce", "sasrec", {}},
                                         Case{"sasrec_ce", "sasrec", {{"loss", "ce"}}}),
                         [](const auto& info) { return std::string(info.param.name); });

/// A graph whose replay repeats the recorded work, and whose second warm-up throws an out-of-memory error.
class OutOfMemoryGraph : public WorkGraph {
public:
    explicit OutOfMemoryGraph(int& warmUps) : m_warmUps(warmUps) {}
    void warmUp(const Work& work) override {
        if (++m_warmUps == 2) throw std::runtime_error(kNoMemory);
        work();
    }
    void record(const Work& work) override { m_work = work; }
    void replay() override { m_work(); }

private:
    int& m_warmUps;
    Work m_work;
};

/// The losses of four consecutive steps, with a graph if one is given. `before` is called before each step with its
/// index.
std::vector<double> lossesOfFourSteps(std::unique_ptr<WorkGraph> graph,
                                      const std::function<void(std::int64_t)>& before = {}) {
    const Histories histories = randomHistories(/*users=*/40, 2, 25, kItems, /*seed=*/5);
    RunConfig config = smallConfig("bert4rec");
    transformerOf(config).hiddenDropout = transformerOf(config).attentionDropout = 0;
    config.training.batchSize = 10;
    const auto model = makeSequenceModel(config, kItems);
    const BatchRules rules = batchRulesOf(config, model->task());
    TrainingBatches host(histories, rules, /*microBatchTokens=*/90);
    DeviceBatches batches(host, histories, rules, torch::kCPU);
    GradientStep step(*model, config, /*packed=*/false, std::move(graph));
    host.startEpoch(1);
    batches.startEpoch();
    std::vector<double> read;
    for (std::int64_t i = 0; i < 4; ++i) {
        const TrainingBatch batch = batches.batch(i);
        if (before) before(i);
        read.push_back(step.step(batch, i, 1e-2, {})->item<double>());
    }
    return read;
}

TEST(GraphedFaults, AStepThatRanOutOfMemoryHasNoEffect) {
    int warmUps = 0;
    const std::vector<double> expected = lossesOfFourSteps(nullptr),
                              actual = lossesOfFourSteps(std::make_unique<OutOfMemoryGraph>(warmUps));
    EXPECT_EQ(warmUps, 2) << "after the fault, no graph is tried again";
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(actual[i], expected[i], 1e-4 * expected[i]) << "step " << i;  // Adam counts each step once
}

// Makes one of LibTorch's operations throw an out-of-memory error: while the dispatch key TESTING_ONLY_GenericMode is
// enabled, each operation is dispatched to `passOrFail`.
thread_local int operationsUntilFault = 0;  // 0: no operation fails

void passOrFail(const c10::OperatorHandle& operation, torch::jit::Stack* stack) {
    if (operationsUntilFault > 0 && --operationsUntilFault == 0) throw std::runtime_error(kNoMemory);
    const c10::impl::ExcludeDispatchKeyGuard onwards(c10::DispatchKey::TESTING_ONLY_GenericMode);
    operation.callBoxed(stack);
}
TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, library) {
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&passOrFail>());
}

TEST(GraphedFaults, OutOfMemoryInAnyFirstOperationCountsTheStepOnce) {
    // The first 40 operations cover copying the batch, Adam's step numbers and the model's first layers.
    constexpr int kOperations = 40;
    const std::vector<double> expected = lossesOfFourSteps(nullptr);
    const c10::impl::IncludeDispatchKeyGuard everyOperation(c10::DispatchKey::TESTING_ONLY_GenericMode);
    for (int faulty = 1; faulty <= kOperations; ++faulty) {
        int warmUps = 10;  // past the warm-up that would throw
        const auto failAt = [&](std::int64_t step) { operationsUntilFault = step == 0 ? faulty : 0; };
        const std::vector<double> actual = lossesOfFourSteps(std::make_unique<OutOfMemoryGraph>(warmUps), failAt);
        EXPECT_EQ(operationsUntilFault, 0) << "the fault did not occur";
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_NEAR(actual[i], expected[i], 1e-4 * expected[i]) << "operation " << faulty << ", step " << i;
    }
}

TEST(LostDevice, TheRunStopsWithAMessageAndResumesOnTheCpuFromTheLastEpoch) {
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    const DatasetId dataset = addDataset(workspace, ringHistories()).id;
    const RunConfig config = smallConfig("sasrec");
    PauseSwitch pause;
    TrainObserver observer;
    const auto request = [&](const char* name) {
        return TrainRequest{.dataset = dataset, .config = config, .runName = name, .device = DeviceChoice::Cpu};
    };
    const RunRecord expected = train(workspace, request("whole"), observer, pause, {});

    /// A training module whose GPU is lost in the middle of the second epoch.
    class GpuLossTrainingModule : public TransformerTrainingModule {
    public:
        using TransformerTrainingModule::TransformerTrainingModule;
        std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override {
            if (step == stepsPerEpoch() + 1) throw std::runtime_error(kLost);
            return TransformerTrainingModule::step(step, learningRate, stop);
        }
    };
    const auto makeModule = [](Recommender& recommender, const RunConfig& runConfig, Device device) {
        return std::make_unique<GpuLossTrainingModule>(dynamic_cast<TransformerRecommender&>(recommender), runConfig,
                                                       device, TransformerTrainingModule::Computation::OfDevice);
    };
    EXPECT_THROW(trainWith(makeModule, workspace, request("lost"), observer, pause, {}), DeviceError);
    const RunRecord lost = RunStore(workspace).byName("lost");
    EXPECT_EQ(lost.state, RunState::Stopped);
    EXPECT_EQ(wordsOf(lost.message), "The GPU stopped working: CUDA error: uncorrectable ECC error encountered.");
    EXPECT_EQ(lost.epochsDone, 1);

    const RunRecord resumed = resumeTraining(workspace, lost.id, DeviceChoice::Cpu, observer, pause, {});
    EXPECT_EQ(resumed.state, RunState::Finished);
    EXPECT_EQ(resumed.test->toJson(), expected.test->toJson());
    EXPECT_EQ(resumed.message, expected.message);
}

TEST(LostDevice, AutomaticResumesOnTheOriginalDeviceAndStatesThis) {
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    const DatasetId dataset = addDataset(workspace, ringHistories()).id;
    PauseSwitch pause;

    /// Requests a stop after the first epoch.
    class OneEpoch : public TrainObserver {
    public:
        void epochDone(const RunRecord&, const EpochInfo&) override { stop.request_stop(); }
        std::stop_source stop;
    } once;
    RunRecord run =
        train(workspace,
              {.dataset = dataset, .config = smallConfig("sasrec"), .runName = "begun", .device = DeviceChoice::Cpu},
              once, pause, once.stop.get_token());
    ASSERT_EQ(run.state, RunState::Stopped);
    ASSERT_GT(run.sequencesSeen, 0);
    run.device = {};
    run.device.kind = DeviceKind::Cuda;
    RunStore(workspace).update(run);
    TrainObserver observer;
    const RunRecord resumed = resumeTraining(workspace, run.id, DeviceChoice::Auto, observer, pause, {});
    EXPECT_EQ(resumed.state, RunState::Finished);
    const bool hasGpu = stateOf(queryCuda()) == CudaState::Usable;
    EXPECT_EQ(resumed.device.kind, hasGpu ? DeviceKind::Cuda : DeviceKind::Cpu);
    EXPECT_EQ(resumed.device.reason, Message(hasGpu ? MessageId::WhereRunBegan : MessageId::GpuOfRunIsGone));
}

}  // namespace
}  // namespace recscope
