// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients that a team sums on its GPUs, on the CPU: what is handed to the GPUs' sums is summed by the team itself.
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <fmt/format.h>

#include "../learn_support.h"
#include "../support/random_histories.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/models/transformer/transformer_config.h"
#include "core/models/transformer/transformer_recommender.h"
#include "core/recommender/model_entry.h"
#include "core/team/gpu_sums.h"
#include "team_processes.h"

namespace recscope::test {
namespace {

constexpr std::int32_t kItems = 37;

class SumsOfTheTeam : public GpuSums {
public:
    explicit SumsOfTheTeam(Team& team) : m_team(team) {}
    void sum(const std::vector<torch::Tensor>& tensors) override {
        for (const torch::Tensor& tensor : tensors) {
            const auto count = static_cast<std::size_t>(tensor.numel());
            if (tensor.scalar_type() == torch::kDouble)
                m_team.sum(std::span<double>(tensor.data_ptr<double>(), count));
            else
                m_team.sum(std::span<float>(tensor.data_ptr<float>(), count));
        }
    }

private:
    Team& m_team;
};

/// Loss and gradients of a batch of several slices, as text: in a team or, without one, alone. "stopped" if a stop
/// came.
std::string computed(Team* team, const std::stop_token& stop = {}) {
    torch::set_num_threads(1);
    RunConfig config = smallConfig("sasrec");
    transformerOf(config).hiddenDropout = transformerOf(config).attentionDropout = 0;
    const Histories histories = randomHistories(/*users=*/40, 2, 25, kItems, /*seed=*/5);
    const auto model = makeSequenceModel(config, kItems);
    TrainingBatches batches(histories, batchRulesOf(config, model->task()), /*microBatchTokens=*/90);
    batches.startEpoch(1);
    TorchGradients gradients(*model, config);
    if (team) gradients.joinTeam(*team, std::make_shared<SumsOfTheTeam>(*team));
    const std::optional<torch::Tensor> loss = gradients.compute(batches.batch(0), {}, stop);
    if (!loss) return "stopped";
    // Four digits: sums in another order differ in the seventh.
    std::string text = fmt::format("{:.3e}", loss->item<double>());
    for (const auto& parameter : model->named_parameters())
        text += fmt::format(" {} {:.3e}", parameter.key(), parameter.value().grad().abs().sum().item<double>());
    return text;
}

TEST(TeamGradients, SummedOnGpusAreThoseOfOneProcess) {
    TeamProcesses alone("gradients of one", 1, [](Team&) { return computed(nullptr); });
    const std::string expected = alone.wait(0).text;
    EXPECT_NE(expected.find("item"), std::string::npos) << expected;
    TeamProcesses processes("gradients", 3, [](Team& team) { return computed(&team); });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, expected);
}

TEST(TeamGradients, AStopOfOneIsAStopOfAll) {
    TeamProcesses processes("stopped gradients", 2, [](Team& team) {
        std::stop_source stop;
        if (team.rank() == 1) stop.request_stop();
        return computed(&team, stop.get_token());
    });
    for (const MemberOutcome& outcome : processes.wait()) EXPECT_EQ(outcome.text, "stopped");
}

}  // namespace
}  // namespace recscope::test
