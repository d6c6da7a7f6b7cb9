// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/head_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::span<const float> rowOf(const std::vector<float>& matrix, std::int32_t row, std::int32_t width) {
    return std::span(matrix).subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(width),
                                     static_cast<std::size_t>(width));
}

}  // namespace

const char* columnMaskName(ColumnMask mask) {
    switch (mask) {
        case ColumnMask::Open:
            return "open";
        case ColumnMask::Future:
            return "future";
        case ColumnMask::Padding:
            return "padding";
    }
    return "";
}

const char* normStepName(NormStep step) {
    switch (step) {
        case NormStep::None:
            return "none";
        case NormStep::After:
            return "after";
        case NormStep::Before:
            return "before";
        case NormStep::Queries:
            return "queries";
    }
    return "";
}

SoftmaxSteps softmaxSteps(std::span<const float> scores, std::span<const ColumnMask> mask, float temperature) {
    if (scores.size() != mask.size() || std::find(mask.begin(), mask.end(), ColumnMask::Open) == mask.end())
        throw Error(ErrorKind::Usage, translated("A softmax needs a mask for each score and at least one open column."),
                    "");
    if (!(temperature > 0)) throw Error(ErrorKind::Usage, translated("The temperature must be above 0."), "");
    SoftmaxSteps steps;
    steps.largest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (mask[i] == ColumnMask::Open) steps.largest = std::max(steps.largest, scores[i] / temperature);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const float power = mask[i] == ColumnMask::Open ? std::exp(scores[i] / temperature - steps.largest) : 0;
        steps.exponentials.push_back(power);
        steps.sum += power;
    }
    for (const float power : steps.exponentials) steps.weights.push_back(power / steps.sum);
    return steps;
}

std::vector<float> weightedSum(std::span<const float> weights, std::span<const float> values) {
    const std::size_t width = weights.empty() ? 0 : values.size() / weights.size();
    std::vector<float> sum(width, 0.0F);
    for (std::size_t row = 0; row < weights.size(); ++row)
        for (std::size_t i = 0; i < width; ++i) sum[i] += weights[row] * values[row * width + i];
    return sum;
}

std::vector<float> HeadSteps::gatedOutput() const {
    std::vector<float> product;
    for (std::size_t i = 0; i < gate.size(); ++i) product.push_back(gate[i] * attentionOutput[i]);
    return product;
}

std::span<const float> HeadSteps::headOutput() const {
    return rowOf(headOutputs, head.head, dim);
}

std::span<const float> HeadSteps::key(std::int32_t column) const {
    return rowOf(keys, column, headSize);
}

std::span<const float> HeadSteps::value(std::int32_t column) const {
    return rowOf(values, column, headSize);
}

}  // namespace recscope
