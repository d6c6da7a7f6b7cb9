// SPDX-License-Identifier: GPL-3.0-or-later
// Compares training by several processes on GPUs with training by a single process. One process per GPU communicates
// through NCCL; more processes than GPUs communicate through the CPU.
#include <gtest/gtest.h>
#include <torch/types.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "../cli/distributed_fixture.h"
#include "core/distributed/gpu_sums.h"
#include "core/distributed/process_group.h"
#include "core/recommender/cuda_report.h"

namespace recscope::test {
namespace {

class GpuProcessGroup : public DistributedFixture {
protected:
    void SetUp() override {
        const std::optional<CudaReport>& cuda = queryCuda();
        if (stateOf(cuda) == CudaState::Usable) {
            m_gpus = cuda->gpus;
            return;
        }
        const std::string missing = whyNoCuda(cuda).sentence;
        const char* const requested = std::getenv("RECSCOPE_TEST_DEVICE");
        ASSERT_FALSE(requested && std::string(requested) == "cuda") << "RECSCOPE_TEST_DEVICE is cuda. " << missing;
        GTEST_SKIP() << "No GPU: " << missing;  // tests/gpu/CMakeLists.txt looks for these words
    }

    /// The arguments of a training on GPUs. There is no dropout, because its random numbers on a GPU depend on the
    /// number of processes.
    static Arguments trainingArguments(const std::string& name, int batch, int epochs) {
        Arguments arguments = train(name, {"batch_size=" + std::to_string(batch), "epochs=" + std::to_string(epochs),
                                           "hidden_dropout=0", "attention_dropout=0"});
        arguments.insert(arguments.end(), {"--model", "sasrec"});
        *std::find(arguments.begin(), arguments.end(), "cpu") = "cuda";
        return arguments;
    }

    /// Expects that several processes compute the losses that one process computes.
    void expectLossesOfOneProcess(int processes, bool throughNccl) {
        const std::string name = std::to_string(processes) + (throughNccl ? " through NCCL" : " through the CPU");
        const Outcome alone = run(1, trainingArguments("one process for " + name, 96, 4)).front();
        const std::vector<Outcome> outcomes = run(processes, trainingArguments(name, 96, 4));
        for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        const std::vector<double> expected = losses(alone), actual = losses(outcomes.front());
        ASSERT_EQ(expected.size(), 20U) << alone.err;  // 4 epochs of 480 users in batches of 96
        ASSERT_EQ(actual.size(), expected.size());
        // gpu_test.cpp uses the same tolerance between the GPU and the CPU.
        for (std::size_t step = 0; step < actual.size(); ++step)
            EXPECT_NEAR(actual[step], expected[step], 1e-4 * expected[step]) << "step " << step + 1;
        const std::string device = finished(outcomes.front())["device"];
        EXPECT_EQ(device.find("cuda, " + std::to_string(processes) + " processes"), 0U) << device;
        EXPECT_EQ(has(device, ", NCCL"), throughNccl) << device;
    }

    int m_gpus = 0;  ///< GPUs of this machine
};

TEST_F(GpuProcessGroup, OneGpuPerProcessThroughNcclHasTheLossesOfOneProcess) {
    if (m_gpus < 2) GTEST_SKIP() << "Two GPUs are needed.";
    expectLossesOfOneProcess(std::min(m_gpus, 4), /*throughNccl=*/true);
}

TEST_F(GpuProcessGroup, ProcessesThatShareAGpuHaveTheLossesOfOneProcess) {
    expectLossesOfOneProcess(m_gpus + 1, /*throughNccl=*/false);
}

TEST_F(GpuProcessGroup, AKilledProcessEndsTheOthersWhileNcclWaitsForIt) {
    if (m_gpus < 2) GTEST_SKIP() << "Two GPUs are needed.";
    Processes processes = start(2, trainingArguments("killed on GPUs", 8, 50));
    ASSERT_TRUE(processes[0]->waitForOutput("\"event\":\"epoch\""));
    processes[1]->send(SIGKILL);
    const std::vector<Outcome> outcomes = wait(processes);
    EXPECT_EQ(outcomes[0].exitCode, 1) << outcomes[0].err;
    EXPECT_TRUE(has(outcomes[0].err, "The process with rank 1 (on ")) << outcomes[0].err;
    EXPECT_EQ(recordOf("killed on GPUs")["state"], "stopped");
}

TEST_F(GpuProcessGroup, NcclLeavesTensorsOfASingleProcessUnchanged) {
    RankInfo rankInfo;
    rankInfo.size = 1;
    rankInfo.launch = "one GPU";
    const auto processGroup = ProcessGroup::join(rankInfo, {}, {});
    const torch::Device device(torch::kCUDA, 0);
    const std::shared_ptr<GpuSums> sums = gpuSumsOf(*processGroup, device);
    ASSERT_TRUE(sums) << "this LibTorch computes with CUDA, but has no NCCL";
    const torch::Tensor floats = torch::arange(1000, torch::TensorOptions().dtype(torch::kFloat).device(device)),
                        doubles = torch::full({2}, 1e-12, torch::TensorOptions().dtype(torch::kDouble).device(device)),
                        before = floats.clone();
    for (int i = 0; i < 3; ++i) sums->sum({floats, doubles});
    EXPECT_TRUE(floats.equal(before));
    EXPECT_EQ(doubles[1].item<double>(), 1e-12);
    EXPECT_EQ(gpuSumsOf(*processGroup, device), sums);
}

}  // namespace
}  // namespace recscope::test
