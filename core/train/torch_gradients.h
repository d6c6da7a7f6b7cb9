// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <optional>
#include <span>
#include <stop_token>

#include "core/batch/training_batches.h"
#include "core/model/sequence_model.h"

namespace recscope {

/// Loss and gradients of a training batch through LibTorch's autograd: the reference of FastGradients, and what
/// computes where that cannot, CUDA above all. Nothing here waits for the device.
class TorchGradients {
public:
    /// `model` must outlive this and stay on its device.
    TorchGradients(SequenceModel& model, const RunConfig& config) : m_model(model), m_config(config) {}

    /// `batch` is where the model is. The mean loss over the scored positions, a scalar on the device; the gradients
    /// are in the parameters, not clipped. Slice i drops by `dropoutSeeds[i]`; empty: nothing is dropped. Nothing is
    /// returned if a stop came.
    std::optional<torch::Tensor> compute(const TrainingBatch& batch, std::span<const std::uint64_t> dropoutSeeds,
                                         const std::stop_token& stop);

    /// Multiplies the gradients so that their common L2 norm is at most `config.clipNorm` (0: leaves them).
    void clip();

private:
    SequenceModel& m_model;
    RunConfig m_config;
};

}  // namespace recscope
