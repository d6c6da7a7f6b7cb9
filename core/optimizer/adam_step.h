// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/config/run_config.h"
#include "core/kernels/loops.h"
#include "core/util/error.h"

namespace recscope {

/// The coefficients of step number `stepNumber` (1-based) of Adam (Kingma & Ba 2015) or AdamW (Loshchilov & Hutter
/// 2019) for parameters with weight decay; for parameters that AdamW does not decay, set `shrink` to 1 in the result.
/// `gradientScale` multiplies the gradients.
kernels::AdamStep adamStep(const TrainingConfig& config, std::int64_t stepNumber, double learningRate,
                           double gradientScale);

/// The epsilon that is added to the square root in the denominator of an update.
float adamEpsilon(const TrainingConfig& config);

/// The factor by which to scale the gradients so that the L2 norm of all gradients together, now `norm`, is at most
/// `clipNorm`; 1 if `clipNorm` is 0.
double clipScale(double norm, double clipNorm);

/// The error for a stored state that does not belong to the model. `detail`: a sentence on the first difference.
Error optimizerStateError(const std::string& detail);

}  // namespace recscope
