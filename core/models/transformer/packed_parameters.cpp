// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/packed_parameters.h"

namespace recscope {

namespace {
constexpr std::int64_t kAlignment = 16;  // in floats, so that each parameter's gradient begins on a cache line
}

std::int64_t alignedCount(std::int64_t count) {
    return (count + kAlignment - 1) / kAlignment * kAlignment;
}

std::int64_t gradientCount(const SequenceModel& model) {
    std::int64_t count = 0;
    for (const torch::Tensor& parameter : model.parameters()) count += alignedCount(parameter.numel());
    return count;
}

kernels::Parameters parametersOf(const SequenceModel& model, float* gradients) {
    kernels::Parameters parameters;
    for (const auto& entry : model.named_parameters()) {
        const torch::Tensor& tensor = entry.value();
        parameters[entry.key()] = {.value = tensor.data_ptr<float>(),
                                   .gradient = gradients,
                                   .rows = tensor.size(0),
                                   .columns = tensor.dim() > 1 ? tensor.size(1) : 1};
        if (gradients != nullptr) gradients += alignedCount(tensor.numel());
    }
    return parameters;
}

}  // namespace recscope
