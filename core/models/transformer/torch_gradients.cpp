// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/torch_gradients.h"

#include "core/losses/losses.h"

namespace recscope {

std::optional<torch::Tensor> TorchGradients::compute(const TrainingBatch& batch,
                                                     std::span<const std::uint64_t> dropoutSeeds,
                                                     const std::stop_token& stop) {
    clear();
    torch::Tensor loss = torch::zeros({}, torch::TensorOptions().dtype(torch::kDouble).device(device()));
    for (std::size_t i = 0; i < batch.slices.size(); ++i) {
        if (stop.stop_requested()) return std::nullopt;
        const BatchSlice& slice = batch.slices[i];
        std::optional<DropoutStream> dropout;
        if (!dropoutSeeds.empty()) {
            dropout.emplace(dropoutSeeds[i]);
            seedDropout(device(), dropoutSeeds[i]);
        }
        const double share = slice.scored.defined()
                                 ? 1  // the batch's only slice
                                 : static_cast<double>(slice.targets.size(0)) / static_cast<double>(batch.scored);
        loss += add(slice, share, dropout ? &*dropout : nullptr);
    }
    return loss;
}

void TorchGradients::clear() {
    for (torch::Tensor& parameter : m_model.parameters()) {
        if (parameter.grad().defined()) parameter.mutable_grad().zero_();
    }
}

torch::Tensor TorchGradients::add(const BatchSlice& slice, double share, DropoutStream* dropout) {
    if (m_probe) m_probe(slice);
    ForwardPass pass;
    pass.dropout = dropout;
    pass.way = m_way;
    const torch::Tensor states = m_model.states(slice.tokens, pass);                     // (B, T, C)
    const torch::Tensor scored = states.flatten(0, 1).index_select(0, slice.positions);  // (M, C)
    const torch::Tensor part = share * trainingLoss(m_model.output(scored), m_config.loss, slice);
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
