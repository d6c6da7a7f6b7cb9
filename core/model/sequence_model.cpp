// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sequence_model.h"

namespace recscope {

torch::Tensor SequenceModel::logits(const torch::Tensor& states) {
    const torch::Tensor scores = torch::matmul(outputStates(states), itemVectors().t());  // (M, V + 2)
    const torch::Tensor bias = itemBias();
    return bias.defined() ? scores + bias : scores;
}

torch::Tensor SequenceModel::logitsOf(const torch::Tensor& states, const torch::Tensor& tokens) {
    const torch::Tensor vectors = torch::embedding(itemVectors(), tokens);                                // (M, K, C)
    const torch::Tensor scores = torch::matmul(vectors, outputStates(states).unsqueeze(-1)).squeeze(-1);  // (M, K)
    const torch::Tensor bias = itemBias();
    return bias.defined() ? scores + bias.index({tokens}) : scores;
}

}  // namespace recscope
