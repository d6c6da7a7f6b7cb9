// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/gradient_step.h"

#include <ATen/Parallel.h>

#include "core/batch/micro_batch_halves.h"
#include "core/distributed/gpu_sums.h"
#include "core/recommender/cuda_report.h"
#include "core/util/random.h"

namespace recscope {

namespace {
constexpr std::uint64_t kDropoutStream = 3;
}

GradientStep::GradientStep(SequenceModel& model, const RunConfig& config, bool packed, std::unique_ptr<WorkGraph> graph)
    : m_config(config), m_optimizer(model.named_parameters(), config.training) {
    if (packed) {
        m_packed = std::make_unique<PackedGradients>(model, config, at::get_num_threads());
        return;
    }
    m_torch = std::make_unique<TorchGradients>(model, config);
    if (graph) m_graphed = std::make_unique<GraphedStep>(*m_torch, m_optimizer, std::move(graph));
}

void GradientStep::setProbe(TorchGradients::MicroBatchProbe probe) {
    if (m_torch) m_torch->setProbe(std::move(probe));
}

std::vector<std::uint64_t> GradientStep::dropoutSeeds(const TrainingBatch& batch, std::int64_t step) const {
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t microBatch = 0; microBatch < batch.microBatches.size(); ++microBatch)
        seeds.push_back(
            Random({m_config.training.seed, kDropoutStream, static_cast<std::uint64_t>(step), microBatch}).next());
    return seeds;
}

std::optional<torch::Tensor> GradientStep::step(const TrainingBatch& batch, std::int64_t step, double learningRate,
                                                const std::stop_token& stop) {
    if (m_packed) {
        const auto result = m_packed->compute(batch, dropoutSeeds(batch, step), stop);
        if (!result) return std::nullopt;
        m_optimizer.step(learningRate, clipScale(result->norm, m_config.training.clipNorm));
        return torch::scalar_tensor(result->loss, torch::kDouble);
    }
    for (;;) {
        std::optional<DeviceFailure> failure;
        bool isGraphed = false, changesWeights = false;
        TrainingBatch parts = batch;
        try {
            for (int i = 0; i < m_halvings; ++i) parts = halved(parts);
            const std::vector<std::uint64_t> seeds = dropoutSeeds(parts, step);
            // Batches made on the device all have the same shape, except for the last one of an epoch. Batches made on
            // the host differ in shape.
            isGraphed = m_graphed && parts.microBatches.front().scored.defined() &&
                        parts.sequences == m_config.training.batchSize;
            if (isGraphed) return m_graphed->run(parts.microBatches.front(), learningRate, seeds.front());
            std::optional<torch::Tensor> loss = m_torch->compute(parts, seeds, stop);
            if (!loss) return std::nullopt;
            changesWeights = true;
            m_torch->clip();
            m_optimizer.step(learningRate);
            return loss;
        } catch (const std::exception& error) {
            failure = deviceFailureOf(error);
            if (isGraphed) changesWeights = m_graphed->hasChangedWeights();
            if (!failure || failure->kind != DeviceFailureKind::OutOfMemory || changesWeights || m_isDistributed) throw;
        }
        halve(parts, *failure);  // outside the catch block, so that the memory held by the exception is free
    }
}

void GradientStep::halve(const TrainingBatch& batch, const DeviceFailure& failure) {
    m_graphed.reset();  // frees the memory that the recorded graph holds
    m_torch->clear();
    releaseGpuMemory();
    if (!canBeHalved(batch)) throw oneHistoryTooLarge(failure, freeGpuMemory());
    ++m_halvings;
}

void GradientStep::joinProcessGroup(ProcessGroup& processGroup) {
    m_isDistributed = true;
    m_graphed.reset();  // its single micro-batch cannot be split among ranks
    if (m_packed)
        m_packed->joinProcessGroup(processGroup);
    else
        m_torch->joinProcessGroup(processGroup,
                                  m_torch->device().is_cuda() ? gpuSumsOf(processGroup, m_torch->device()) : nullptr);
}

std::optional<Message> GradientStep::deviceNote() const {
    if (m_torch && m_torch->sumsOnGpus()) return Message(MessageId::Nccl);
    if (m_halvings > 0) return Message(MessageId::SplitBatches, {std::int64_t{1} << m_halvings});
    if (!m_graphed || m_graphed->state() == GraphedStep::State::WarmingUp) return std::nullopt;
    return m_graphed->state() == GraphedStep::State::Recorded ? Message(MessageId::CudaGraph)
                                                              : Message(MessageId::NoCudaGraph, {m_graphed->failure()});
}

}  // namespace recscope
