// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/binary_cross_entropy.h"

#include <algorithm>

namespace recscope {

namespace {

/// The factor beta of gbce, see binary_cross_entropy.h.
double calibration(const LossConfig& config, std::int64_t itemCount) {
    const double alpha =
        static_cast<double>(config.negatives) / static_cast<double>(std::max<std::int64_t>(itemCount - 1, 1));
    return alpha * (config.gbceT * (1 - 1 / alpha) + 1 / alpha);
}

}  // namespace

// softplus(-x) = -log sigmoid(x), without overflow. The score of an excluded negative is minus infinity (LibTorch) or
// -1e30 (packed rows); its softplus is 0, so it adds nothing to the loss.

torch::Tensor binaryCrossEntropy(const OutputTensors& output, const MicroBatch& microBatch) {
    const torch::Tensor positiveLoss = torch::softplus(-targetScores(output, microBatch));
    const torch::Tensor negativeLoss = torch::softplus(negativeScores(output, microBatch));
    return weightedSum(positiveLoss + negativeLoss.mean(1, /*keepdim=*/true), microBatch);
}

torch::Tensor calibratedBinaryCrossEntropy(const OutputTensors& output, const LossConfig& config,
                                           const MicroBatch& microBatch) {
    const torch::Tensor positiveLoss = torch::softplus(-targetScores(output, microBatch));
    const torch::Tensor negativeLoss = torch::softplus(negativeScores(output, microBatch));
    const double beta = calibration(config, output.vectors.size(0) - 2);
    return weightedSum(beta * positiveLoss + negativeLoss.sum(1, /*keepdim=*/true), microBatch) /
           static_cast<double>(config.negatives + 1);
}

namespace kernels {

namespace {

/// With s+ and s- as in binary_cross_entropy.h, returns the mean over the M rows of -positiveWeight log sigmoid(s+) -
/// negativeWeight sum log(1 - sigmoid(s-)); the sum is over the negatives of the row. Replaces the scores with `weight`
/// times the gradient of this mean.
double weightedBinaryCrossEntropy(SampledScores& scores, double positiveWeight, double negativeWeight, double weight) {
    const std::int64_t M = scores.rows();
    const auto count = static_cast<double>(M);
    const auto negate = [&] {
        for (std::int64_t m = 0; m < M; ++m) scores.positive[m] = -scores.positive[m];
    };
    negate();
    const double positiveLosses = softplusRow(scores.positive, M, static_cast<float>(positiveWeight * weight / count));
    negate();
    const double negativeLosses =
        softplusRow(scores.negative.data, scores.negative.size(), static_cast<float>(negativeWeight * weight / count));
    return (positiveWeight * positiveLosses + negativeWeight * negativeLosses) / count;
}

}  // namespace

double binaryCrossEntropy(SampledScores& scores, double weight) {
    return weightedBinaryCrossEntropy(scores, 1, 1 / static_cast<double>(scores.negative.columns), weight);
}

double calibratedBinaryCrossEntropy(SampledScores& scores, const LossConfig& config, std::int64_t itemCount,
                                    double weight) {
    const auto k = static_cast<double>(config.negatives);
    return weightedBinaryCrossEntropy(scores, calibration(config, itemCount) / (k + 1), 1 / (k + 1), weight);
}

}  // namespace kernels

}  // namespace recscope
