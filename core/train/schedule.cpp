// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/schedule.h"

#include <algorithm>

namespace recscope {

double learningRateAt(const TrainingConfig& config, std::int64_t step, std::int64_t totalSteps) {
    double rate = config.learningRate;
    if (config.schedule == Schedule::Linear) {
        rate *= static_cast<double>(std::max<std::int64_t>(0, totalSteps - step + 1)) / static_cast<double>(totalSteps);
    }
    if (step <= config.warmupSteps)
        rate = config.learningRate * static_cast<double>(step) / static_cast<double>(config.warmupSteps);
    return rate;
}

}  // namespace recscope
