// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/batch/training_batches.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/models/transformer/work_graph.h"
#include "core/optimizer/adam.h"

namespace recscope {

/// A whole optimizer step, from the forward pass to the update, for batches of one shape. After a few ordinary steps,
/// the step is recorded and from then on launched as one graph. If recording fails, all later steps launch their
/// kernels one by one.
class GraphedStep {
public:
    /// `gradients` and `optimizer` belong to one model and must outlive this.
    GraphedStep(TorchGradients& gradients, Adam& optimizer, std::unique_ptr<WorkGraph> graph)
        : m_gradients(gradients), m_optimizer(optimizer), m_graph(std::move(graph)) {}

    /// Makes one step and returns the mean loss over the positions to predict, a scalar on the device. `microBatch`
    /// must have `scored` set and the same shapes as the first micro-batch. Exceptions of the device are propagated; if
    /// `hasChangedWeights` is false afterwards, the step did not take place.
    torch::Tensor run(const MicroBatch& microBatch, double learningRate, std::uint64_t dropoutSeed);

    /// Whether the last step had begun to change weights when it returned or threw.
    bool hasChangedWeights() const { return m_hasChangedWeights; }

    enum class State { WarmingUp, Recorded, Failed };
    State state() const { return m_state; }
    /// Why recording failed, in one line; empty unless the state is Failed.
    const std::string& failure() const { return m_failure; }

private:
    /// Copies the micro-batch into the memory that the recorded kernels read.
    void copyMicroBatch(const MicroBatch& microBatch);
    /// The rest of run() after the optimizer's startStep().
    torch::Tensor runAfterStart(std::uint64_t dropoutSeed);
    void step();
    void record();

    TorchGradients& m_gradients;
    Adam& m_optimizer;
    std::unique_ptr<WorkGraph> m_graph;
    State m_state = State::WarmingUp;
    std::string m_failure;
    int m_warmUpSteps = 0;  ///< number of ordinary steps so far, before the recording
    bool m_hasChangedWeights = false;
    // The memory that the recorded kernels read and write.
    MicroBatch m_microBatch;
    std::uint64_t m_dropoutSeed = 0;
    torch::Tensor m_loss;
};

}  // namespace recscope
