// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/torch_gradients.h"

#include "core/train/loss.h"

namespace recscope {

std::optional<torch::Tensor> TorchGradients::compute(const TrainingBatch& batch,
                                                     std::span<const std::uint64_t> dropoutSeeds,
                                                     const std::stop_token& stop) {
    const torch::Device device = m_model.parameters().front().device();
    for (torch::Tensor& parameter : m_model.parameters()) parameter.mutable_grad().reset();
    torch::Tensor loss = torch::zeros({}, torch::TensorOptions().dtype(torch::kDouble).device(device));
    for (std::size_t i = 0; i < batch.slices.size(); ++i) {
        if (stop.stop_requested()) return std::nullopt;
        const BatchSlice& slice = batch.slices[i];
        std::optional<DropoutStream> dropout;
        if (!dropoutSeeds.empty()) dropout.emplace(dropoutSeeds[i]);
        const double share = static_cast<double>(slice.targets.size(0)) / static_cast<double>(batch.scored);
        const torch::Tensor part =
            share *
            trainingLoss(m_model, m_config, slice, {.dropout = dropout ? &*dropout : nullptr, .attention = nullptr});
        part.backward();
        loss += part.detach();
    }
    return loss;
}

void TorchGradients::clip() {
    if (m_config.clipNorm <= 0) return;
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> gradients, norms;
    for (torch::Tensor& parameter : m_model.parameters()) {
        if (!parameter.grad().defined()) continue;
        gradients.push_back(parameter.mutable_grad());
        norms.push_back(parameter.grad().norm());
    }
    const torch::Tensor norm = torch::stack(norms).norm();
    const torch::Tensor scale = (m_config.clipNorm / norm).clamp_max(1);
    for (torch::Tensor& gradient : gradients) gradient.mul_(scale);
}

}  // namespace recscope
