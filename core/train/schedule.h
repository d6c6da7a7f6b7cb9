// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/config/run_config.h"

namespace recscope {

/// The learning rate of a step (1-based) under the config's warm-up and schedule; `totalSteps` is the planned number of
/// steps.
double learningRateAt(const TrainingConfig& config, std::int64_t step, std::int64_t totalSteps);

}  // namespace recscope
