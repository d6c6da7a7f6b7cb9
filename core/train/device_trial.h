// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/recommender/device_choice.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"

namespace recscope {

/// A model with new weights and its training module, ready to start the first epoch.
struct TrainingTarget {
    std::unique_ptr<Recommender> recommender;  ///< may be null if the training module needs none
    std::unique_ptr<TrainingModule> module;
};

/// The device chosen for a training run, and the reason.
struct DeviceTrial {
    Device device = Device::Cpu;
    std::optional<Message> reason;
};

/// Takes a few steps on the GPU and on the CPU and chooses the faster device. If a device fails, for example because
/// other programs fill the GPU's memory, chooses the other device. `notify` receives a sentence before the first step
/// and an empty string at the end. `seconds` returns the time of a clock in seconds. Throws Error(Cancelled).
DeviceTrial tryDevices(const std::function<TrainingTarget(Device)>& make, double learningRate,
                       const std::function<double()>& seconds, const std::function<void(const std::string&)>& notify,
                       const std::stop_token& stop);

/// The device on which a run is resumed by default: the device that it began on (`RunRecord::device`), even if another
/// device would be faster now. Returns the CPU, with a reason, if the run began on a GPU and this machine has none.
DeviceTrial deviceForResumedRun(const DeviceFacts& began, bool hasGpu);

}  // namespace recscope
