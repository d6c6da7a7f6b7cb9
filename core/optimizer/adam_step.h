// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/config/run_config.h"
#include "core/kernels/loops.h"

namespace recscope {

/// What step number `steps` (from 1) of Adam (Kingma & Ba 2015) or AdamW (Loshchilov & Hutter 2019) does to every
/// number that decays; for those that adamw leaves alone, set `shrink` to 1. The gradients count times `gradientScale`.
kernels::AdamStep adamStep(const TrainingConfig& config, std::int64_t steps, double learningRate, double gradientScale);

/// What is added to the root that a step is divided by.
float adamEpsilon(const TrainingConfig& config);

/// What gradients are multiplied with so that their common L2 norm is at most `clipNorm` (0: 1).
double clipScale(double norm, double clipNorm);

}  // namespace recscope
