// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/sequence_model.h"

namespace recscope {

torch::Tensor SequenceModel::logits(const torch::Tensor& states) {
    const torch::Tensor scores = torch::matmul(outputStates(states), itemVectors().t());  // (M, V + 2)
    const torch::Tensor bias = itemBias();
    return bias.defined() ? scores + bias : scores;
}

OutputTensors SequenceModel::output(const torch::Tensor& states) {
    return {.states = outputStates(states), .vectors = itemVectors(), .bias = itemBias()};
}

}  // namespace recscope
