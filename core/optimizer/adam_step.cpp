// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizer/adam_step.h"

#include <cmath>

#include "core/util/translated.h"

namespace recscope {

float adamEpsilon(const TrainingConfig& config) {
    constexpr float kAdamEpsilon = 1e-8F;   // Kingma & Ba 2015, algorithm 1
    constexpr float kAdamWEpsilon = 1e-6F;  // official BERT4Rec code, AdamWeightDecayOptimizer
    return config.optimizer == OptimizerKind::AdamW ? kAdamWEpsilon : kAdamEpsilon;
}

kernels::AdamStep adamStep(const TrainingConfig& config, std::int64_t stepNumber, double learningRate,
                           double gradientScale) {
    const bool isDecoupled = config.optimizer == OptimizerKind::AdamW;
    const double meanCorrection = 1 - std::pow(config.beta1, static_cast<double>(stepNumber));
    const double squareCorrection = 1 - std::pow(config.beta2, static_cast<double>(stepNumber));
    return {.beta1 = static_cast<float>(config.beta1),
            .beta2 = static_cast<float>(config.beta2),
            .epsilon = adamEpsilon(config),
            .oneMinusBeta1 = static_cast<float>(1 - config.beta1),
            .oneMinusBeta2 = static_cast<float>(1 - config.beta2),
            .rate = static_cast<float>(learningRate / meanCorrection),
            .squareRoot = static_cast<float>(1 / std::sqrt(squareCorrection)),
            .gradientScale = static_cast<float>(gradientScale),
            .gradientDecay = static_cast<float>(isDecoupled ? 0 : config.weightDecay),
            .shrink = static_cast<float>(isDecoupled ? 1 - learningRate * config.weightDecay : 1)};
}

double clipScale(double norm, double clipNorm) {
    return clipNorm > 0 && norm > clipNorm ? clipNorm / norm : 1;
}

Error optimizerStateError(const std::string& detail) {
    return {ErrorKind::Workspace, translated("The optimiser's stored state does not fit this run. {}", detail),
            translated("The run cannot be resumed; start a new one.")};
}

}  // namespace recscope
