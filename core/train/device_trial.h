// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/recommender/device_choice.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"

namespace recscope {

/// A model with new weights, and what teaches it; its first epoch can be started.
struct TrainingTarget {
    std::unique_ptr<Recommender> recommender;  ///< may be null where the training module needs none
    std::unique_ptr<TrainingModule> module;
};

/// Where a training goes, and why.
struct DeviceTrial {
    Device device = Device::Cpu;
    std::string reason;  ///< behind the device's own words: ", faster here: 3.1 ms a step, the CPU 41 ms"; may be empty
};

/// Takes a few steps on the GPU and on the CPU and chooses the faster one. Whatever one of them throws, a card that
/// others have filled for example, chooses the other. `notify` gets a sentence before the first step, and an empty one
/// at the end. `seconds` is a clock. Throws Error(Cancelled).
DeviceTrial tryDevices(const std::function<TrainingTarget(Device)>& make, double learningRate,
                       const std::function<double()>& seconds, const std::function<void(const std::string&)>& notify,
                       const std::stop_token& stop);

/// Where a run that has begun goes on if nobody chooses: on the device it began on (`RunRecord::device`), whatever
/// would be faster now. On the CPU, and saying so, where this machine has no GPU for one that began on a GPU.
DeviceTrial deviceBegunOn(const std::string& deviceText, bool hasGpu);

}  // namespace recscope
