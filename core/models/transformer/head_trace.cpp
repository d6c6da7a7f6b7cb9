// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/head_trace.h"

#include <fmt/format.h>

#include <cmath>

namespace recscope {

namespace {

std::vector<float> floats(const torch::Tensor& tensor) {
    const torch::Tensor values = tensor.to(torch::kCPU).contiguous();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

NormStep normStepOf(const TransformerConfig& config) {
    if (config.layerNorm == LayerNormKind::Off) return NormStep::None;
    if (config.norm == NormOrder::Post) return NormStep::After;
    return config.norm == NormOrder::Pre ? NormStep::Before : NormStep::Queries;
}

std::vector<ColumnMask> maskOf(std::span<const Token> positions, std::int32_t row, AttentionMask attentionMask) {
    std::vector<ColumnMask> mask;
    for (std::int32_t column = 0; column < static_cast<std::int32_t>(positions.size()); ++column) {
        const bool isPadding = positions[static_cast<std::size_t>(column)] == kPadToken && column != row;
        const bool isFuture = attentionMask == AttentionMask::Causal && column > row;
        mask.push_back(isFuture ? ColumnMask::Future : (isPadding ? ColumnMask::Padding : ColumnMask::Open));
    }
    return mask;
}

/// Returns the intermediate results of the LayerNorm of one vector of C values; same computation as Norm in
/// transformer.cpp.
LayerNormSteps normSteps(const torch::Tensor& input, const torch::Tensor& gain, const torch::Tensor& bias,
                         const TransformerConfig& config) {
    const torch::Tensor mean = input.mean();
    const torch::Tensor deviation = config.layerNorm == LayerNormKind::Sample
                                        ? input.std(/*unbiased=*/true) + config.normEpsilon
                                        : (input.var(/*unbiased=*/false) + config.normEpsilon).sqrt();
    return {.input = floats(input),
            .mean = mean.item<float>(),
            .deviation = deviation.item<float>(),
            .gain = floats(gain),
            .bias = floats(bias),
            .output = floats(gain * (input - mean) / deviation + bias)};
}

/// Returns each head's weighted sum of its values at position `row`, after the output projection: (H, C).
torch::Tensor headOutputsOf(const LayerTrace& layer, const torch::Tensor& projection, std::span<const ColumnMask> mask,
                            std::int32_t row) {
    const torch::Tensor keys = layer.key[0], values = layer.value[0];  // (H, T, D)
    const std::int64_t H = keys.size(0), D = keys.size(2);
    std::vector<torch::Tensor> outputs;
    for (std::int64_t h = 0; h < H; ++h) {
        const torch::Tensor scores = torch::mv(keys[h], layer.query[0][h][row]) / std::sqrt(static_cast<double>(D));
        const SoftmaxSteps softmax = softmaxSteps(floats(scores), mask);
        const torch::Tensor weights = torch::tensor(softmax.weights).to(values.device());                   // (T)
        const torch::Tensor mixed = torch::mv(values[h].transpose(0, 1), weights);                          // (D)
        outputs.push_back(torch::mv(projection.slice(/*dim=*/1, h * D, (h + 1) * D).contiguous(), mixed));  // (C)
    }
    return torch::stack(outputs);
}

}  // namespace

HeadSteps headStepsOf(const LayerTrace& layer, const SequenceModel& model, const TransformerConfig& config,
                      std::span<const Token> positions, HeadId head, std::int32_t row) {
    const auto parameters = model.named_parameters();
    const auto parameter = [&](const char* name) { return parameters[fmt::format("layers.{}.{}", head.layer, name)]; };
    HeadSteps steps;
    steps.head = head;
    steps.row = row;
    steps.positions.assign(positions.begin(), positions.end());
    steps.heads = static_cast<std::int32_t>(config.heads);
    steps.dim = static_cast<std::int32_t>(config.dim);
    steps.headSize = steps.dim / steps.heads;
    steps.normStep = normStepOf(config);

    const torch::Tensor input = layer.input[0][row], attended = layer.attended[0][row];  // (C)
    const torch::Tensor query = layer.query[0][head.head][row], keys = layer.key[0][head.head],
                        values = layer.value[0][head.head];  // (D), (T, D), (T, D)
    const torch::Tensor products = torch::mv(keys, query);
    steps.input = floats(input);
    steps.query = floats(query);
    steps.keys = floats(keys);
    steps.products = floats(products);
    steps.scores = floats(products / std::sqrt(static_cast<double>(steps.headSize)));
    steps.mask = maskOf(positions, row, config.attentionMask);
    steps.softmax = softmaxSteps(steps.scores, steps.mask);
    steps.values = floats(values);
    steps.mixed = weightedSum(steps.softmax.weights, steps.values);

    steps.headOutputs = floats(headOutputsOf(layer, parameter("attention.output.weight"), steps.mask, row));
    steps.outputBias = floats(parameter("attention.output.bias"));
    steps.attentionOutput = floats(attended);
    const auto normed = [&](const torch::Tensor& x) {
        return normSteps(x, parameter("attention_norm.weight"), parameter("attention_norm.bias"), config);
    };
    if (steps.normStep == NormStep::Before || steps.normStep == NormStep::Queries) steps.norm = normed(input);
    const std::vector<float>& residual = steps.normStep == NormStep::Queries ? steps.norm.output : steps.input;
    const torch::Tensor residualTensor = torch::tensor(residual).to(attended.device());  // (C)
    torch::Tensor sum = attended;
    if (config.gatedResidual) {
        const torch::Tensor gate = torch::sigmoid(torch::mv(parameter("attention_gate.weight"), residualTensor) +
                                                  parameter("attention_gate.bias"));
        steps.gate = floats(gate);
        sum = gate * sum;
    }
    if (config.residual) {
        steps.residual = residual;
        sum = sum + residualTensor;
    }
    steps.sum = floats(sum);
    if (steps.normStep == NormStep::After) steps.norm = normed(sum);
    steps.afterAttention = floats(layer.afterAttention[0][row]);
    steps.output = floats(layer.output[0][row]);
    return steps;
}

}  // namespace recscope
