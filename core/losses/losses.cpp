// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/losses.h"

#include <stdexcept>

#include "core/losses/binary_cross_entropy.h"
#include "core/losses/cross_entropy.h"
#include "core/losses/packed_losses.h"
#include "core/losses/sampled_cross_entropy.h"
#include "core/losses/sampled_scores.h"

namespace recscope {

// trainingLoss and packedLoss both switch over all kinds, so that the compiler warns if a kind is missing. With a
// default case, a wrong loss could be computed unnoticed.

torch::Tensor trainingLoss(const OutputTensors& output, const LossConfig& config, const MicroBatch& microBatch) {
    switch (config.kind) {
        case LossKind::CrossEntropy:
            return crossEntropy(output, microBatch);
        case LossKind::SampledCrossEntropy:
            return sampledCrossEntropy(output, microBatch);
        case LossKind::BinaryCrossEntropy:
            return binaryCrossEntropy(output, microBatch);
        case LossKind::CalibratedBinaryCrossEntropy:
            return calibratedBinaryCrossEntropy(output, config, microBatch);
        case LossKind::Bpr:
        case LossKind::Top1:
        case LossKind::BprMax:
        case LossKind::Top1Max:
            break;  // only for GRU4Rec, whose losses compare rows of candidates (ranking_losses.h)
    }
    throw std::logic_error("this loss is defined for rows of candidates, not for positions");
}

torch::Tensor itemLogProbabilities(const torch::Tensor& logits) {
    return torch::log_softmax(logits.slice(/*dim=*/1, kFirstItemToken, logits.size(1) - 1), /*dim=*/1);
}

namespace kernels {

double packedLoss(Tape& tape, const PackedOutput& output, const LossConfig& config, Variable& outputStates,
                  const PackedTargets& targets, double weight) {
    Variable& states = tape.selectRows(outputStates, targets.rows);
    if (config.kind == LossKind::CrossEntropy) return crossEntropy(tape, output, states, targets, weight);
    SampledScores scores(tape, output, states, targets, config.negatives);
    double loss = 0;
    switch (config.kind) {
        case LossKind::CrossEntropy:
            throw std::logic_error("cross-entropy draws no negatives");
        case LossKind::SampledCrossEntropy:
            loss = sampledCrossEntropy(scores, tape, weight);
            break;
        case LossKind::BinaryCrossEntropy:
            loss = binaryCrossEntropy(scores, weight);
            break;
        case LossKind::CalibratedBinaryCrossEntropy:
            loss = calibratedBinaryCrossEntropy(scores, config, output.vectors.rows - 2, weight);
            break;
        case LossKind::Bpr:
        case LossKind::Top1:
        case LossKind::BprMax:
        case LossKind::Top1Max:
            throw std::logic_error("this loss is defined for rows of candidates, not for positions");
    }
    scores.backward();
    return loss;
}

}  // namespace kernels

}  // namespace recscope
