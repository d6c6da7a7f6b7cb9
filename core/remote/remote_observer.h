// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"

namespace recscope {

/// Receives the events of a training that may run on another machine, on the thread that follows the training.
class RemoteObserver : public TrainObserver {
public:
    /// Called once the training is running on the other machine. From then on it continues even if this process ends.
    virtual void onRunningRemotely() {}
};

}  // namespace recscope
