// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/train/trainer.h"

namespace recscope {

/// Told of a training that may be on another machine, from the thread that follows it.
class RemoteObserver : public TrainObserver {
public:
    /// It trains there now, whether or not anybody here goes on listening.
    virtual void trainsThere() {}
    /// What keeps the training from going on at the moment, as a sentence; empty: nothing any more.
    virtual void notified(const std::string& /*sentence*/) {}
};

}  // namespace recscope
