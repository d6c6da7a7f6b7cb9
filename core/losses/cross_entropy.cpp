// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/cross_entropy.h"

#include <torch/autograd.h>
#include <torch/utils.h>
#include <algorithm>

#include "core/losses/sampled_scores.h"
#include "core/sequence/token.h"

namespace recscope {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// linearCrossEntropy as an autograd function that computes the gradients in its forward pass. `bias` is an empty
/// tensor if the model has no bias, because an autograd function does not accept undefined tensors.
class LinearCrossEntropy : public torch::autograd::Function<LinearCrossEntropy> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& states, const torch::Tensor& vectors,
                                 const torch::Tensor& bias, const torch::Tensor& targets,
                                 const torch::Tensor& weights) {
        const torch::NoGradGuard noGrad;
        // On the CPU, 8 MB of scores, which stay in the caches; on a GPU, enough scores to keep it busy.
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
            const torch::Tensor target = targets.slice(0, begin, end).unsqueeze(1);  // (m, 1)
            const torch::Tensor weight = weights.slice(0, begin, end).unsqueeze(1);  // (m, 1)
            torch::Tensor scores = torch::matmul(rows, vectors.t());                 // (m, V)
            if (hasBias) scores.add_(bias);
            const torch::Tensor logProbabilities = torch::log_softmax(scores, 1);  // (m, V)
            loss.sub_((logProbabilities.gather(1, target) * weight).sum());
            // d loss / d scores = weight (softmax - one-hot vector of the target)
            scores.copy_(logProbabilities).exp_().mul_(weight);
            scores.scatter_add_(1, target, weight.neg());
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

}  // namespace

torch::Tensor linearCrossEntropy(const torch::Tensor& states, const torch::Tensor& vectors, const torch::Tensor& bias,
                                 const torch::Tensor& targets, const torch::Tensor& weights) {
    return LinearCrossEntropy::apply(states, vectors, bias.defined() ? bias : torch::empty({0}, states.options()),
                                     targets, weights);
}

torch::Tensor crossEntropy(const OutputTensors& output, const MicroBatch& microBatch) {
    const auto items = [&](const torch::Tensor& perToken) {  // without the rows of PAD (first) and MASK (last)
        return perToken.defined() ? perToken.slice(0, kFirstItemToken, perToken.size(0) - 1) : perToken;
    };
    // Positions that do not count (`MicroBatch::scored`) have the target PAD. Their index is clamped to 0, a valid
    // column; their weight is 0.
    return linearCrossEntropy(output.states, items(output.vectors), items(output.bias),
                              (microBatch.targets - kFirstItemToken).clamp_min(0), positionWeights(microBatch));
}

namespace kernels {

double crossEntropy(Tape& tape, const PackedOutput& output, Variable& states, const PackedTargets& targets,
                    double weight) {
    std::vector<std::int64_t> columns = targets.targets;
    for (std::int64_t& column : columns) column -= kFirstItemToken;
    const std::int64_t V = output.vectors.rows - 2;
    return tape.crossEntropy(states, output.vectors.slice(kFirstItemToken, V), output.bias.slice(kFirstItemToken, V),
                             columns, weight);
}

}  // namespace kernels

}  // namespace recscope
