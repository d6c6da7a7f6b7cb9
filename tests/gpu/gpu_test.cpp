// SPDX-License-Identifier: GPL-3.0-or-later
// Compares results of the GPU with those of the CPU. Without a GPU the tests are skipped: they never compare the CPU
// with itself.
#include <gtest/gtest.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <mutex>

#include "../core/learn_support.h"
#include "../core/support/random_histories.h"
#include "core/metrics/ranker.h"
#include "core/models/transformer/transformer_config.h"
#include "core/models/transformer/transformer_recommender.h"
#include "core/models/transformer/transformer_training_module.h"
#include "core/recommender/cuda_report.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/model_entry.h"
#include "core/train/trainer.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 300, kUsers = 120;
constexpr std::int64_t kSteps = 5;

class Gpu : public testing::TestWithParam<const char*> {
protected:
    Gpu()
        : m_histories(randomHistories(kUsers, /*shortest=*/5, /*longest=*/60, kItems, /*seed=*/7)),
          m_config(defaultConfig(GetParam())) {
        setConfigValue(m_config, "dim", "64");
        setConfigValue(m_config, "inner_dim", "256");
        setConfigValue(m_config, "max_length", "50");
        setConfigValue(m_config, "batch_size", "32");
        setConfigValue(m_config, "learning_rate", "0.001");
        if (m_config.model == "sasrec") setConfigValue(m_config, "loss", "ce");
        transformerOf(m_config).hiddenDropout = transformerOf(m_config).attentionDropout = 0;
    }

    void SetUp() override {
        const std::optional<CudaReport>& cuda = queryCuda();
        if (stateOf(cuda) == CudaState::Usable) {
            openDevice(DeviceChoice::Cuda);
            return;
        }
        const std::string missing = whyNoCuda(cuda).sentence;
        const char* const requested = std::getenv("RECSCOPE_TEST_DEVICE");
        ASSERT_FALSE(requested && std::string(requested) == "cuda") << "RECSCOPE_TEST_DEVICE is cuda. " << missing;
        GTEST_SKIP() << "No GPU: " << missing;  // tests/gpu/CMakeLists.txt looks for these words
    }

    /// A recommender on `device`. Its initial weights are the same on every device.
    std::unique_ptr<Recommender> on(Device device) const {
        auto recommender =
            makeRecommender(m_config, {.itemCount = kItems, .userCount = kUsers}, InitialWeights::Random);
        recommender->to(device);
        return recommender;
    }

    /// A bound on the difference between two float32 computations of one model, relative to the largest number. A sum
    /// of n terms is rounded n times, each time by at most half a unit in the last place. Each layer sums over dim,
    /// head size, sequence length and inner_dim; the scores are sums, too. Both computations round, so the bound is
    /// doubled.
    double tolerance() const {
        const TransformerConfig& transformer = transformerOf(m_config);
        const auto terms = static_cast<double>(3 * transformer.dim + transformer.innerDim + transformer.maxLength);
        const double unit = std::numeric_limits<float>::epsilon() / 2.0;
        return 2 * unit * terms * static_cast<double>(transformer.layers + 1);
    }

    /// The scores of all tokens after each user's history before the held-out item: (users, V + 2).
    std::vector<std::vector<float>> scores(Recommender& recommender, Split split) const {
        std::vector<Query> queries;
        for (std::int32_t user = 0; user < kUsers; ++user)
            queries.push_back({.history = m_histories.input(user, split), .user = user});
        std::vector<std::vector<float>> all(queries.size());
        recommender.score(
            queries, [&](std::size_t i, std::span<const float> row) { all[i].assign(row.begin(), row.end()); }, {});
        return all;
    }

    /// The result of the first training steps, which the CPU computes in the same order as the GPU.
    struct Trained {
        std::vector<double> losses;
        DeviceFacts device;
    };
    Trained firstSteps(Device device, std::int64_t steps) const {
        const auto recommender = on(device);
        TransformerTrainingModule module(dynamic_cast<TransformerRecommender&>(*recommender), m_config, device,
                                         TransformerTrainingModule::Computation::AsOnGpu);
        module.setTrainingData(m_histories);
        Trained trained;
        for (std::int64_t step = 0; step < steps; ++step) {
            if (step % module.stepsPerEpoch() == 0) module.startEpoch(1 + step / module.stepsPerEpoch(), 0);
            module.step(step, m_config.training.learningRate, {});
        }
        for (const StepLoss& stepLoss : module.takeLosses(/*all=*/true)) trained.losses.push_back(stepLoss.loss);
        trained.device = module.device();
        return trained;
    }

    Histories m_histories;
    RunConfig m_config;
};

double largest(std::span<const float> numbers) {
    double result = 0;
    for (const float number : numbers) result = std::max(result, std::abs(static_cast<double>(number)));
    return result;
}

TEST_P(Gpu, LogitsEqualThoseOfTheCpu) {
    const auto expected = scores(*on(Device::Cpu), Split::Test), actual = scores(*on(Device::Cuda), Split::Test);
    for (std::size_t user = 0; user < expected.size(); ++user) {
        const double distance = tolerance() * largest(expected[user]);
        for (std::size_t token = 1; token <= kItems; ++token)
            ASSERT_NEAR(actual[user][token], expected[user][token], distance) << "user " << user << ", item " << token;
    }
}

TEST_P(Gpu, AttentionEqualsThatOfTheCpu) {
    const auto host = on(Device::Cpu), device = on(Device::Cuda);
    for (const std::int32_t user : {0, 17, kUsers - 1}) {
        const Query query{.history = m_histories.input(user, Split::Test), .user = user};
        const AttentionResult expected = host->attention()->attend(query, {}),
                              actual = device->attention()->attend(query, {});
        ASSERT_EQ(actual.maps.weights.size(), expected.maps.weights.size());
        for (std::size_t i = 0; i < expected.maps.weights.size(); ++i)
            ASSERT_NEAR(actual.maps.weights[i], expected.maps.weights[i], tolerance()) << i;
    }
}

TEST_P(Gpu, RanksEqualThoseOfTheCpuWithinTheTolerance) {
    Protocol protocol = Protocol::defaultFor(m_histories);
    const auto host = on(Device::Cpu), device = on(Device::Cuda);
    const auto expected = scores(*host, Split::Test);
    const Evaluation ranked = evaluate(*device, m_histories, protocol, Split::Test, 0, {}, {});
    ASSERT_EQ(ranked.ranks.size(), static_cast<std::size_t>(kUsers));
    const Ranker ranker(m_histories, protocol, Split::Test);
    for (const UserRank& rank : ranked.ranks) {
        // The CPU ranks the target with its score lowered, and with its score raised, by the largest possible
        // difference. The GPU's rank must lie between these two ranks.
        std::vector<float> lowered = expected[static_cast<std::size_t>(rank.user)], raised = lowered;
        const auto distance = static_cast<float>(2 * tolerance() * largest(lowered));
        lowered[static_cast<std::size_t>(rank.target)] -= distance;
        raised[static_cast<std::size_t>(rank.target)] += distance;
        EXPECT_LE(rank.rank, ranker.rank(rank.user, lowered).rank) << "user " << rank.user;
        EXPECT_GE(rank.rank, ranker.rank(rank.user, raised).rank) << "user " << rank.user;
    }
}

/// Adam moves a weight whose gradient is only rounding error by the full learning rate, in either direction. Such
/// weights hardly affect the loss, so a relative tolerance of 1e-4 suffices, as between the CPU engine and LibTorch on
/// the CPU (trainer_test.cpp).
TEST_P(Gpu, TheLossesOfFiveStepsEqualThoseOfTheCpu) {
    const Trained expected = firstSteps(Device::Cpu, kSteps), actual = firstSteps(Device::Cuda, kSteps);
    ASSERT_EQ(actual.losses.size(), static_cast<std::size_t>(kSteps));
    EXPECT_EQ(actual.device.kind, DeviceKind::Cuda);
    EXPECT_NE(actual.device.name, "");
    EXPECT_NEAR(actual.losses[0], expected.losses[0], tolerance() * expected.losses[0])
        << "before the first update, only rounding may differ";
    for (std::size_t i = 1; i < expected.losses.size(); ++i)
        EXPECT_NEAR(actual.losses[i], expected.losses[i], 1e-4 * expected.losses[i]) << "step " << i;
}

TEST_P(Gpu, TheSameSeedGivesTheSameLossesWithDropoutAndACudaGraph) {
    transformerOf(m_config).hiddenDropout = transformerOf(m_config).attentionDropout = 0.2;
    constexpr std::int64_t kManySteps = 12;  // three epochs of four steps; the fourth step is recorded as a CUDA graph
    const Trained first = firstSteps(Device::Cuda, kManySteps), second = firstSteps(Device::Cuda, kManySteps);
    EXPECT_EQ(first.losses, second.losses);
    EXPECT_NE(wordsOf(first.device).find(", CUDA graph"), std::string::npos) << wordsOf(first.device);
}

TEST_P(Gpu, AutomaticTakesTheCpuWhileTheGpuIsFull) {
    releaseGpuMemory();
    // Allocates all free memory, in ever smaller blocks down to half a kilobyte: LibTorch's allocator keeps segments of
    // several sizes, and none may have room left for the item vectors.
    std::vector<torch::Tensor> allocated;
    for (std::int64_t bytes = freeGpuMemory().value_or(0); bytes > (1 << 9);) {
        try {
            allocated.push_back(torch::empty({bytes}, torch::TensorOptions().dtype(torch::kByte).device(torch::kCUDA)));
        } catch (const std::exception&) {
            bytes /= 2;
        }
    }
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    const DatasetId dataset = addDataset(workspace, ringHistories()).id;
    m_config.training.epochs = 1;
    TrainObserver observer;
    PauseSwitch pause;
    const RunRecord run =
        train(workspace, {.dataset = dataset, .config = m_config, .runName = {}, .device = DeviceChoice::Auto},
              observer, pause, {});
    EXPECT_EQ(run.state, RunState::Finished) << wordsOf(run.message);
    // The CPU trains a model this small faster, so it would be chosen anyway. The stated reason must be the lack of
    // memory.
    EXPECT_EQ(run.device.kind, DeviceKind::Cpu);
    EXPECT_EQ(run.device.reason, Message(MessageId::GpuMemoryLow));
    allocated.clear();
    releaseGpuMemory();
}

INSTANTIATE_TEST_SUITE_P(Models, Gpu, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
