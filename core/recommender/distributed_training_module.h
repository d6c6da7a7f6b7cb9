// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

class ProcessGroup;

/// A training module that can process a share of every batch and sum its gradients with those of other ranks. Training
/// modules without this interface train in one process.
class DistributedTrainingModule {
public:
    virtual ~DistributedTrainingModule() = default;
    /// To be called before `TrainingModule::setTrainingData`. From then on, every rank of the process group takes the
    /// same steps, a stop request on one rank stops the step on all ranks, and steps also throw PeerLostError.
    /// `processGroup` must outlive the training module.
    virtual void joinProcessGroup(ProcessGroup& processGroup) = 0;
};

}  // namespace recscope
