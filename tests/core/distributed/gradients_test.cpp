// SPDX-License-Identifier: GPL-3.0-or-later
// Tests, on the CPU, the sums of gradients that a process group normally computes on its GPUs. Here the process group
// itself adds them up.
#include <gtest/gtest.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <fmt/format.h>

#include "../learn_support.h"
#include "../support/random_histories.h"
#include "core/distributed/gpu_sums.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/models/transformer/transformer_config.h"
#include "core/recommender/model_entry.h"
#include "group_processes.h"
#include "tests/core/support/sequence_models.h"

namespace recscope::test {
namespace {

constexpr std::int32_t kItems = 37;

class SumsOfTheProcessGroup : public GpuSums {
public:
    explicit SumsOfTheProcessGroup(ProcessGroup& processGroup) : m_processGroup(processGroup) {}
    void sum(const std::vector<torch::Tensor>& tensors) override {
        for (const torch::Tensor& tensor : tensors) {
            const auto count = static_cast<std::size_t>(tensor.numel());
            if (tensor.scalar_type() == torch::kDouble)
                m_processGroup.sum(std::span<double>(tensor.data_ptr<double>(), count));
            else
                m_processGroup.sum(std::span<float>(tensor.data_ptr<float>(), count));
        }
    }

private:
    ProcessGroup& m_processGroup;
};

/// The loss of a batch of several micro-batches, and for each parameter the sum of its gradient's absolute values, as
/// text, with or without a process group; "stopped" if a stop was requested.
std::string lossAndGradients(ProcessGroup* processGroup, const std::stop_token& stop = {}) {
    torch::set_num_threads(1);
    RunConfig config = smallConfig("sasrec");
    transformerOf(config).hiddenDropout = transformerOf(config).attentionDropout = 0;
    const Histories histories = randomHistories(/*users=*/40, 2, 25, kItems, /*seed=*/5);
    const auto model = makeSequenceModel(config, kItems);
    TrainingBatches batches(histories, batchRulesOf(config, model->task()), /*microBatchTokens=*/90);
    batches.startEpoch(1);
    TorchGradients gradients(*model, config);
    if (processGroup) gradients.joinProcessGroup(*processGroup, std::make_shared<SumsOfTheProcessGroup>(*processGroup));
    const std::optional<torch::Tensor> loss = gradients.compute(batches.batch(0), {}, stop);
    if (!loss) return "stopped";
    // Four digits: sums in a different order differ only in the seventh.
    std::string text = fmt::format("{:.3e}", loss->item<double>());
    for (const auto& parameter : model->named_parameters())
        text += fmt::format(" {} {:.3e}", parameter.key(), parameter.value().grad().abs().sum().item<double>());
    return text;
}

TEST(DistributedGradients, SumsEqualTheGradientsOfOneProcess) {
    GroupProcesses alone("gradients of one", 1, [](ProcessGroup&) { return lossAndGradients(nullptr); });
    const std::string expected = alone.wait(0).text;
    EXPECT_NE(expected.find("item"), std::string::npos) << expected;
    GroupProcesses processes("gradients", 3,
                             [](ProcessGroup& processGroup) { return lossAndGradients(&processGroup); });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, expected);
}

TEST(DistributedGradients, AStopInOneProcessStopsAll) {
    GroupProcesses processes("stopped gradients", 2, [](ProcessGroup& processGroup) {
        std::stop_source stop;
        if (processGroup.rank() == 1) stop.request_stop();
        return lossAndGradients(&processGroup, stop.get_token());
    });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, "stopped");
}

}  // namespace
}  // namespace recscope::test
