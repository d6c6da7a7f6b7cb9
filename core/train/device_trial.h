// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/recommender/device_choice.h"
#include "core/recommender/learner.h"
#include "core/recommender/recommender.h"

namespace recscope {

/// A model with new weights, and what teaches it; its first epoch can be started.
struct Trainee {
    std::unique_ptr<Recommender> recommender;  ///< may be null where the learner needs none
    std::unique_ptr<Learner> learner;
};

/// Where a training goes, and why.
struct DeviceTrial {
    Device device = Device::Cpu;
    std::string reason;  ///< behind the device's own words: ", faster here: 3.1 ms a step, the CPU 41 ms"; may be empty
};

/// Takes a few steps on the GPU and on the CPU and chooses the faster one. Whatever the GPU throws, a card that others
/// have filled for example, chooses the CPU. `seconds` is a clock. Throws Error(Cancelled).
DeviceTrial tryDevices(const std::function<Trainee(Device)>& make, double learningRate,
                       const std::function<double()>& seconds, const std::stop_token& stop);

}  // namespace recscope
