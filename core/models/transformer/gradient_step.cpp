// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/gradient_step.h"

#include "core/models/transformer/cuda_graph.h"
#include "core/util/random.h"

namespace recscope {

namespace {
constexpr std::uint64_t kDropoutStream = 3;
}

GradientStep::GradientStep(SequenceModel& model, const RunConfig& config, const torch::Device& device, bool packed)
    : m_config(config), m_optimizer(model.named_parameters(), config.training) {
    if (packed) {
        m_fast = std::make_unique<PackedGradients>(model, config, at::get_num_threads());
        return;
    }
    m_plain = std::make_unique<TorchGradients>(model, config);
    std::unique_ptr<WorkGraph> graph = device.is_cuda() ? makeCudaGraph() : nullptr;
    if (graph) m_graphed = std::make_unique<GraphedStep>(*m_plain, m_optimizer, std::move(graph));
}

std::optional<torch::Tensor> GradientStep::step(const TrainingBatch& batch, std::int64_t step, double learningRate,
                                                const std::stop_token& stop) {
    std::vector<std::uint64_t> dropoutSeeds;
    for (std::uint64_t slice = 0; slice < batch.slices.size(); ++slice)
        dropoutSeeds.push_back(
            Random({m_config.training.seed, kDropoutStream, static_cast<std::uint64_t>(step), slice}).next());
    if (m_fast) {
        const auto result = m_fast->compute(batch, dropoutSeeds, stop);
        if (!result) return std::nullopt;
        m_optimizer.step(learningRate, clipScale(result->norm, m_config.training.clipNorm));
        return torch::scalar_tensor(result->loss, torch::kDouble);
    }
    // Only batches made on the device all have one shape, but for an epoch's last.
    const bool isRegular = batch.slices.front().scored.defined() && batch.sequences == m_config.training.batchSize;
    if (m_graphed && isRegular) return m_graphed->run(batch.slices.front(), learningRate, dropoutSeeds.front());
    std::optional<torch::Tensor> loss = m_plain->compute(batch, dropoutSeeds, stop);
    if (!loss) return std::nullopt;
    m_plain->clip();
    m_optimizer.step(learningRate);
    return loss;
}

void GradientStep::joinTeam(Team& team) {
    m_graphed.reset();  // its one slice cannot be shared
    if (m_fast)
        m_fast->joinTeam(team);
    else
        m_plain->joinTeam(team);
}

std::string GradientStep::deviceNote() const {
    if (!m_graphed || m_graphed->state() == GraphedStep::State::WarmingUp) return {};
    return m_graphed->state() == GraphedStep::State::Recorded ? ", CUDA graph"
                                                              : ", no CUDA graph (" + m_graphed->failure() + ")";
}

}  // namespace recscope
