// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/batch/training_batches.h"
#include "core/models/transformer/graphed_step.h"
#include "core/models/transformer/packed_gradients.h"
#include "core/models/transformer/sequence_model.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/optimizer/adam.h"
#include "core/recommender/device_failure.h"

namespace recscope {

/// A model's optimiser steps: gradients, clipping and update, in the fastest way that its device and config have.
/// Packed on the CPU (`PackedGradients`), by LibTorch elsewhere, and there as one recorded step where that can be.
class GradientStep {
public:
    /// `model` must outlive this and stay on its device. `packed` where the packed form supports the config, on the
    /// CPU. `graph` records whole steps; null: nothing is recorded.
    GradientStep(SequenceModel& model, const RunConfig& config, bool packed,
                 std::unique_ptr<WorkGraph> graph = nullptr);

    /// One step from a batch that is where the model is; its dropout is that of step number `step` of the run. The mean
    /// loss over the scored positions, a scalar on the device; nothing if a stop came before the weights changed. Where
    /// the device has too little memory, all batches from then on are computed in parts half as large, as often as it
    /// takes, but in a process group; throws Error(Input) if not even one history fits.
    std::optional<torch::Tensor> step(const TrainingBatch& batch, std::int64_t step, double learningRate,
                                      const std::stop_token& stop);

    /// `TorchGradients::setProbe`; without effect where the packed form computes.
    void setProbe(TorchGradients::MicroBatchProbe probe);
    /// From now on every process of the process group makes the same steps. `processGroup` must outlive this.
    void joinProcessGroup(ProcessGroup& processGroup);

    Adam& optimizer() { return m_optimizer; }
    const Adam& optimizer() const { return m_optimizer; }
    /// What there is to say of the device besides `describeDevice`: ", CUDA graph" or why there is none, ", NCCL"; may
    /// be empty.
    std::string deviceNote() const;

private:
    std::vector<std::uint64_t> dropoutSeeds(const TrainingBatch& batch, std::int64_t step) const;
    void halve(const TrainingBatch& batch, const DeviceFailure& failure);

    RunConfig m_config;
    Adam m_optimizer;
    std::unique_ptr<PackedGradients> m_fast;  ///< null: LibTorch's autograd
    std::unique_ptr<TorchGradients> m_plain;
    std::unique_ptr<GraphedStep> m_graphed;  ///< null: no CUDA graphs here
    int m_halvings = 0;                      ///< of each batch, because the device has too little memory
    bool m_isDistributed = false;  ///< batches stay as they are: who computes which micro-batch is agreed upon
};

}  // namespace recscope
