// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

class ProcessGroup;

/// A training module that can take a share of every batch and sum its gradients with those of other processes. Learners
/// without this interface teach alone.
class DistributedTrainingModule {
public:
    virtual ~DistributedTrainingModule() = default;
    /// Before `TrainingModule::learnFrom`. From now on every process of the process group makes the same steps, and a
    /// stop of one stops the step of all. `processGroup` must outlive this; steps throw PeerLostError.
    virtual void joinProcessGroup(ProcessGroup& processGroup) = 0;
};

}  // namespace recscope
