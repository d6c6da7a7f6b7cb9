// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/train/trainer.h"

namespace recscope {

/// Receives the events of a training that may run on another machine, from the thread that follows it.
class RemoteObserver : public TrainObserver {
public:
    /// The training runs there now and continues even if this process stops listening.
    virtual void trainsThere() {}
    /// What blocks the training at the moment, as a sentence; empty: no longer blocked.
    virtual void notified(const std::string& /*sentence*/) {}
};

}  // namespace recscope
