// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loss.h"

#include <algorithm>
#include <limits>

#include "core/sequence/token.h"
#include "core/train/gbce.h"

namespace recscope {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// `bias` is empty where there is none: a function takes no undefined tensor.
class LinearCrossEntropy : public torch::autograd::Function<LinearCrossEntropy> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& states, const torch::Tensor& vectors,
                                 const torch::Tensor& bias, const torch::Tensor& targets,
                                 const torch::Tensor& weights) {
        const torch::NoGradGuard noGrad;
        // On the CPU 8 MB, which stay in the caches; on a GPU as much as keeps it busy.
        const std::int64_t scoresAtOnce = std::int64_t{1} << (states.is_cpu() ? 21 : 27);
        const std::int64_t M = states.size(0), V = vectors.size(0);
        const std::int64_t rowsAtOnce = std::max<std::int64_t>(1, scoresAtOnce / V);
        torch::Tensor statesGradient = torch::empty_like(states), vectorsGradient = torch::zeros_like(vectors);
        const bool hasBias = bias.numel() > 0;
        torch::Tensor biasGradient = torch::zeros_like(bias);
        torch::Tensor loss = torch::zeros({}, states.options());
        for (std::int64_t begin = 0; begin < M; begin += rowsAtOnce) {
            const std::int64_t end = std::min(M, begin + rowsAtOnce);
            const torch::Tensor rows = states.slice(0, begin, end);                  // (m, C)
            const torch::Tensor wanted = targets.slice(0, begin, end).unsqueeze(1);  // (m, 1)
            const torch::Tensor weight = weights.slice(0, begin, end).unsqueeze(1);  // (m, 1)
            torch::Tensor scores = torch::matmul(rows, vectors.t());                 // (m, V)
            if (hasBias) scores.add_(bias);
            const torch::Tensor logProbabilities = torch::log_softmax(scores, 1);  // (m, V)
            loss.sub_((logProbabilities.gather(1, wanted) * weight).sum());
            // d loss / d scores = weight (softmax - one at the target)
            scores.copy_(logProbabilities).exp_().mul_(weight);
            scores.scatter_add_(1, wanted, weight.neg());
            statesGradient.slice(0, begin, end).copy_(torch::matmul(scores, vectors));
            vectorsGradient.addmm_(scores.t(), rows);
            if (hasBias) biasGradient.add_(scores.sum(0));
        }
        context->save_for_backward({statesGradient, vectorsGradient, biasGradient});
        return loss;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        return {saved[0] * gradients[0], saved[1] * gradients[0], saved[2] * gradients[0], torch::Tensor(),
                torch::Tensor()};
    }
};

/// What each of the M positions adds to the mean: (M).
torch::Tensor weightsOf(const BatchSlice& slice) {
    const std::int64_t M = slice.targets.size(0);
    if (!slice.scored.defined())
        return torch::full({M}, 1.0 / static_cast<double>(M), slice.targets.options().dtype(torch::kFloat));
    return slice.targets.ne(kPadToken) / slice.scored;
}

/// Scores of the drawn negatives: (M, k). What must not count as a negative gets minus infinity.
torch::Tensor negativeScores(SequenceModel& model, const torch::Tensor& scored, const BatchSlice& slice) {
    if (slice.negatives.dim() == 2) return model.logitsOf(scored, slice.negatives);
    const torch::Tensor bias = model.itemBias();
    torch::Tensor scores =
        torch::matmul(model.outputStates(scored), torch::embedding(model.itemVectors(), slice.negatives).t());
    if (bias.defined()) scores = scores + bias.index({slice.negatives});
    return scores.masked_fill(slice.excluded, -std::numeric_limits<float>::infinity());
}

}  // namespace

torch::Tensor itemLogProbabilities(const torch::Tensor& logits) {
    return torch::log_softmax(logits.slice(/*dim=*/1, kFirstItemToken, logits.size(1) - 1), /*dim=*/1);
}

torch::Tensor linearCrossEntropy(const torch::Tensor& states, const torch::Tensor& vectors, const torch::Tensor& bias,
                                 const torch::Tensor& targets, const torch::Tensor& weights) {
    return LinearCrossEntropy::apply(states, vectors, bias.defined() ? bias : torch::empty({0}, states.options()),
                                     targets, weights);
}

torch::Tensor trainingLoss(SequenceModel& model, const RunConfig& config, const BatchSlice& slice,
                           const ForwardPass& pass) {
    const torch::Tensor states = model.states(slice.tokens, pass);                       // (B, T, C)
    const torch::Tensor scored = states.flatten(0, 1).index_select(0, slice.positions);  // (M, C)
    const torch::Tensor weights = weightsOf(slice);                                      // (M)
    if (config.loss == "ce") {
        const auto items = [&](const torch::Tensor& perToken) {
            return perToken.defined() ? perToken.slice(0, kFirstItemToken, perToken.size(0) - 1) : perToken;
        };
        return linearCrossEntropy(model.outputStates(scored), items(model.itemVectors()), items(model.itemBias()),
                                  (slice.targets - kFirstItemToken).clamp_min(0), weights);
    }
    const torch::Tensor wanted = model.logitsOf(scored, slice.targets.unsqueeze(1));                     // (M, 1)
    const torch::Tensor unwanted = negativeScores(model, scored, slice);                                 // (M, k)
    const auto mean = [&](const torch::Tensor& losses) { return (losses.squeeze(1) * weights).sum(); };  // of (M, 1)
    if (config.loss == "sampled_ce") return mean(torch::logsumexp(torch::cat({wanted, unwanted}, 1), 1, true) - wanted);
    // softplus(-x) = -log sigmoid(x), without overflow; softplus of minus infinity is 0
    const torch::Tensor hit = torch::softplus(-wanted), miss = torch::softplus(unwanted);
    if (config.loss == "bce") return mean(hit + miss.mean(1, /*keepdim=*/true));
    const double beta = gbceBeta(config, model.itemVectors().size(0) - 2);
    return mean(beta * hit + miss.sum(1, /*keepdim=*/true)) / static_cast<double>(config.negatives + 1);
}

}  // namespace recscope
