// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/batch/training_batches.h"
#include "core/models/transformer/graphed_step.h"
#include "core/models/transformer/packed_gradients.h"
#include "core/models/transformer/sequence_model.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/optimizer/adam.h"

namespace recscope {

/// A model's optimiser steps: gradients, clipping and update, in the fastest way that its device and config have.
/// Packed on the CPU (`PackedGradients`), by LibTorch elsewhere, and there as one recorded step where that can be.
class GradientStep {
public:
    /// `model` must outlive this and stay on `device`. `packed` where the packed form supports the config, on the CPU.
    GradientStep(SequenceModel& model, const RunConfig& config, const torch::Device& device, bool packed);

    /// One step from a batch that is where the model is; its dropout is that of step number `step` of the run. The mean
    /// loss over the scored positions, a scalar on the device; nothing if a stop came before the weights changed.
    std::optional<torch::Tensor> step(const TrainingBatch& batch, std::int64_t step, double learningRate,
                                      const std::stop_token& stop);

    /// From now on every process of the team makes the same steps. `team` must outlive this.
    void joinTeam(Team& team);

    Adam& optimizer() { return m_optimizer; }
    const Adam& optimizer() const { return m_optimizer; }
    /// What there is to say of the device besides `describeDevice`: ", CUDA graph", or why there is none; may be empty.
    std::string deviceNote() const;

private:
    RunConfig m_config;
    Adam m_optimizer;
    std::unique_ptr<PackedGradients> m_fast;  ///< null: LibTorch's autograd
    std::unique_ptr<TorchGradients> m_plain;
    std::unique_ptr<GraphedStep> m_graphed;  ///< null: no CUDA graphs here
};

}  // namespace recscope
