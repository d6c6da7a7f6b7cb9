// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/ranking_losses.h"

#include <stdexcept>

namespace recscope {

torch::Tensor rankingLoss(const RankingLoss& loss, const torch::Tensor& scores, const torch::Tensor& counts,
                          const torch::Tensor& targets) {
    constexpr double kTiny = 1e-24;  // keeps the logarithm of bpr_max finite; the value of the authors' code
    const bool appliesElu = loss.kind == LossKind::BprMax && loss.elu > 0;
    const torch::Tensor r = appliesElu ? torch::elu(scores, loss.elu) : scores;  // (M, n)
    const torch::Tensor target = targets.unsqueeze(1);                           // (M, 1)
    const torch::Tensor positive = r.gather(1, target);                          // (M, 1)
    const torch::Tensor weights = counts.expand_as(r).scatter(1, target, 0);     // (M, n), 0 at the target
    const auto softmax = [&] { return torch::softmax(r + weights.log(), 1); };
    const auto top1 = [&] { return torch::sigmoid(r - positive) + torch::sigmoid(r * r); };
    switch (loss.kind) {
        case LossKind::CrossEntropy:
            return torch::logsumexp(r + counts.log(), 1) - positive.squeeze(1);
        case LossKind::Bpr:
            return (weights * torch::softplus(r - positive)).sum(1);
        case LossKind::Top1:
            return (weights * top1()).sum(1) / weights.sum(1);
        case LossKind::Top1Max:
            return (softmax() * top1()).sum(1);
        case LossKind::BprMax: {
            const torch::Tensor s = softmax();
            return loss.scorePenalty * (s * r * r).sum(1) - ((s * torch::sigmoid(positive - r)).sum(1) + kTiny).log();
        }
        case LossKind::SampledCrossEntropy:
        case LossKind::BinaryCrossEntropy:
        case LossKind::CalibratedBinaryCrossEntropy:
            break;
    }
    throw std::logic_error("this loss is defined for positions, not for rows of candidates");
}

}  // namespace recscope
