// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loss.h"

#include "core/sequence/token.h"

namespace recscope {

torch::Tensor itemLogProbabilities(const torch::Tensor& logits) {
    return torch::log_softmax(logits.slice(/*dim=*/1, kFirstItemToken, logits.size(1) - 1), /*dim=*/1);
}

torch::Tensor trainingLoss(SequenceModel& model, const RunConfig& config, const BatchSlice& slice,
                           const ForwardPass& pass) {
    const torch::Tensor states = model.states(slice.tokens, pass);                       // (B, T, C)
    const torch::Tensor scored = states.flatten(0, 1).index_select(0, slice.positions);  // (M, C)
    if (config.loss == "bce") {
        const torch::Tensor wanted = model.logitsOf(scored, slice.targets.unsqueeze(1));  // (M, 1)
        const torch::Tensor unwanted = model.logitsOf(scored, slice.negatives);           // (M, k)
        // softplus(-x) = -log sigmoid(x), without overflow
        return torch::softplus(-wanted).mean() + torch::softplus(unwanted).mean();
    }
    return torch::nll_loss(itemLogProbabilities(model.logits(scored)), slice.targets - kFirstItemToken);
}

}  // namespace recscope
