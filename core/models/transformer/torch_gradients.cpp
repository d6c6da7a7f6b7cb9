// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/torch_gradients.h"

#include <torch/utils.h>
#include <array>
#include <numeric>

#include "core/distributed/gpu_sums.h"
#include "core/distributed/process_group.h"
#include "core/losses/losses.h"
#include "core/models/transformer/micro_batch_shares.h"

namespace recscope {

std::optional<torch::Tensor> TorchGradients::compute(const TrainingBatch& batch,
                                                     std::span<const std::uint64_t> dropoutSeeds,
                                                     const std::stop_token& stop) {
    clear();
    torch::Tensor loss = torch::zeros({}, torch::TensorOptions().dtype(torch::kDouble).device(device()));
    std::vector<std::size_t> assigned(batch.microBatches.size());
    std::iota(assigned.begin(), assigned.end(), 0);
    if (m_processGroup)
        assigned = assignMicroBatches(batch, m_config,
                                      m_processGroup->size())[static_cast<std::size_t>(m_processGroup->rank())];
    for (const std::size_t i : assigned) {
        if (stop.stop_requested()) return m_processGroup ? sumOverProcesses(loss, /*stopped=*/true) : std::nullopt;
        const MicroBatch& microBatch = batch.microBatches[i];
        std::optional<DropoutStream> dropout;
        if (!dropoutSeeds.empty()) {
            dropout.emplace(dropoutSeeds[i]);
            seedDropout(device(), dropoutSeeds[i]);
        }
        const double share = microBatch.scored.defined()
                                 ? 1  // then this is the batch's only micro-batch
                                 : static_cast<double>(microBatch.targets.size(0)) / static_cast<double>(batch.scored);
        loss += add(microBatch, share, dropout ? &*dropout : nullptr);
    }
    return m_processGroup ? sumOverProcesses(loss, stop.stop_requested()) : loss;
}

void TorchGradients::joinProcessGroup(ProcessGroup& processGroup, std::shared_ptr<GpuSums> gpus) {
    m_processGroup = &processGroup;
    m_gpus = std::move(gpus);
}

std::optional<torch::Tensor> TorchGradients::sumOverProcesses(const torch::Tensor& loss, bool stopped) {
    const torch::NoGradGuard noGrad;
    if (m_gpus) {
        // The gradients are summed together with the number of stopped ranks, so that the program waits for the GPU
        // only once. If a rank has stopped, the sums are incomplete and not used.
        const torch::Tensor lossAndStops = torch::stack({loss, torch::full_like(loss, stopped ? 1 : 0)});
        const torch::Tensor all = gradients();
        m_gpus->sum({lossAndStops, all});
        if (lossAndStops[1].item<double>() > 0) return std::nullopt;
        setGradients(all);
        return lossAndStops[0];
    }
    std::array<double, 2> lossAndStops = {loss.item<double>(), stopped ? 1.0 : 0.0};
    m_processGroup->sum(std::span<double>(lossAndStops));
    if (lossAndStops[1] > 0) return std::nullopt;
    const torch::Tensor all = gradients().to(torch::kCPU);
    m_processGroup->sum(std::span<float>(all.data_ptr<float>(), static_cast<std::size_t>(all.numel())));
    setGradients(all.to(device()));
    return torch::full_like(loss, lossAndStops[0]);
}

/// The gradients of all parameters, one after the other.
torch::Tensor TorchGradients::gradients() {
    std::vector<torch::Tensor> parts;
    for (torch::Tensor& parameter : m_model.parameters()) {
        if (!parameter.grad().defined()) parameter.mutable_grad() = torch::zeros_like(parameter);
        parts.push_back(parameter.grad().flatten());
    }
    return torch::cat(parts);
}

void TorchGradients::setGradients(const torch::Tensor& all) {
    std::int64_t begin = 0;
    for (torch::Tensor& parameter : m_model.parameters()) {
        parameter.mutable_grad().copy_(all.slice(0, begin, begin + parameter.numel()).view(parameter.sizes()));
        begin += parameter.numel();
    }
}

void TorchGradients::clear() {
    for (torch::Tensor& parameter : m_model.parameters()) {
        if (parameter.grad().defined()) parameter.mutable_grad().zero_();
    }
}

torch::Tensor TorchGradients::add(const MicroBatch& microBatch, double share, DropoutStream* dropout) {
    if (m_probe) m_probe(microBatch);
    ForwardPass pass;
    pass.dropout = dropout;
    pass.attentionImplementation = m_attentionImplementation;
    const torch::Tensor states = m_model.states(microBatch.tokens, pass);                     // (B, T, C)
    const torch::Tensor scored = states.flatten(0, 1).index_select(0, microBatch.positions);  // (M, C)
    const torch::Tensor part = share * trainingLoss(m_model.output(scored), m_config.loss, microBatch);
    part.backward();
    return part.detach();
}

void TorchGradients::clip() {
    if (m_config.training.clipNorm <= 0) return;
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> gradients, norms;
    for (torch::Tensor& parameter : m_model.parameters()) {
        if (!parameter.grad().defined()) continue;
        gradients.push_back(parameter.mutable_grad());
        norms.push_back(parameter.grad().norm());
    }
    const torch::Tensor norm = torch::stack(norms).norm();
    const torch::Tensor scale = (m_config.training.clipNorm / norm).clamp_max(1);
    for (torch::Tensor& gradient : gradients) gradient.mul_(scale);
}

}  // namespace recscope
