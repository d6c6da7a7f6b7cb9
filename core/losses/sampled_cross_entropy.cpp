// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/sampled_cross_entropy.h"

#include <algorithm>

namespace recscope {

torch::Tensor sampledCrossEntropy(const OutputTensors& output, const MicroBatch& microBatch) {
    const torch::Tensor positive = targetScores(output, microBatch), negative = negativeScores(output, microBatch);
    return weightedSum(torch::logsumexp(torch::cat({positive, negative}, 1), 1, true) - positive, microBatch);
}

namespace kernels {

double sampledCrossEntropy(SampledScores& scores, Tape& tape, double weight) {
    const std::int64_t M = scores.rows(), k = scores.negative.columns;
    float* const row = tape.arena().floats(k + 1);
    const auto gradientScale = static_cast<float>(weight / static_cast<double>(M));
    double sum = 0;
    for (std::int64_t m = 0; m < M; ++m) {
        row[0] = scores.positive[m];
        std::copy_n(scores.negative.row(m), k, row + 1);
        sum += crossEntropyRow(row, nullptr, k + 1, /*target=*/0, gradientScale);
        scores.positive[m] = row[0];
        std::copy_n(row + 1, k, scores.negative.row(m));
    }
    return sum / static_cast<double>(M);
}

}  // namespace kernels

}  // namespace recscope
