// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "core/batch/training_batches.h"
#include "core/models/transformer/sequence_model.h"

namespace recscope {

class GpuSums;
class ProcessGroup;

/// Loss and gradients of a training batch through LibTorch's autograd: the reference for PackedGradients, and used
/// where that does not apply, above all on CUDA. Nothing here waits for the device. Gradient tensors are never
/// replaced.
class TorchGradients {
public:
    /// `model` must outlive this and stay on its device.
    TorchGradients(SequenceModel& model, const RunConfig& config, AttentionWay way = AttentionWay::OfDevice)
        : m_model(model), m_config(config), m_way(way) {}

    /// `batch` is on the model's device. Returns the mean loss over the scored positions, a scalar on the device; the
    /// gradients are in the parameters, not clipped. `dropoutSeeds[i]` seeds the dropout of micro-batch i; empty:
    /// nothing is dropped. Returns nothing if a stop came.
    std::optional<torch::Tensor> compute(const TrainingBatch& batch, std::span<const std::uint64_t> dropoutSeeds,
                                         const std::stop_token& stop);

    /// From now on `compute` processes this rank's share of the micro-batches and sums over all ranks, by `gpus` or, if
    /// that is null, through the CPU; a stop on one rank stops all. `processGroup` must outlive this.
    void joinProcessGroup(ProcessGroup& processGroup, std::shared_ptr<GpuSums> gpus);
    bool sumsOnGpus() const { return m_gpus != nullptr; }

    // The parts of `compute`.
    void clear();
    /// Adds the gradients of `share` times a micro-batch's mean loss and returns that product. `dropout` may be null;
    /// the caller seeds the device.
    torch::Tensor add(const MicroBatch& microBatch, double share, DropoutStream* dropout);

    /// Called with every micro-batch before it is computed. What it throws is treated as thrown by the device, so that
    /// a test can make a micro-batch fail.
    using MicroBatchProbe = std::function<void(const MicroBatch&)>;
    void setProbe(MicroBatchProbe probe) { m_probe = std::move(probe); }

    /// Scales the gradients so that their common L2 norm is at most `config.training.clipNorm` (0: no scaling).
    void clip();

    torch::Device device() const { return m_model.parameters().front().device(); }

private:
    torch::Tensor gradients();
    void setGradients(const torch::Tensor& all);
    std::optional<torch::Tensor> sumOverProcesses(const torch::Tensor& loss, bool stopped);

    SequenceModel& m_model;
    RunConfig m_config;
    AttentionWay m_way;
    MicroBatchProbe m_probe;
    ProcessGroup* m_processGroup = nullptr;
    std::shared_ptr<GpuSums> m_gpus;
};

}  // namespace recscope
