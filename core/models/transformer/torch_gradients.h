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

/// Loss and gradients of a training batch through LibTorch's autograd: the reference of PackedGradients, and what
/// computes where that cannot, CUDA above all. Nothing here waits for the device. Gradients stay the same tensors.
class TorchGradients {
public:
    /// `model` must outlive this and stay on its device.
    TorchGradients(SequenceModel& model, const RunConfig& config, AttentionWay way = AttentionWay::OfDevice)
        : m_model(model), m_config(config), m_way(way) {}

    /// `batch` is where the model is. The mean loss over the scored positions, a scalar on the device; the gradients
    /// are in the parameters, not clipped. Slice i drops by `dropoutSeeds[i]`; empty: nothing is dropped. Nothing is
    /// returned if a stop came.
    std::optional<torch::Tensor> compute(const TrainingBatch& batch, std::span<const std::uint64_t> dropoutSeeds,
                                         const std::stop_token& stop);

    /// From now on `compute` takes this process's share of the micro-batches and sums with all others, by `gpus` or,
    /// where that is null, through the CPU; a stop of one is a stop of all. `processGroup` must outlive this.
    void joinProcessGroup(ProcessGroup& processGroup, std::shared_ptr<GpuSums> gpus);
    bool sumsOnGpus() const { return m_gpus != nullptr; }

    // The parts of `compute`.
    void clear();
    /// Adds the gradients of `share` times a micro-batch's mean loss, which is returned. `dropout` may be null; its
    /// device is seeded by the caller.
    torch::Tensor add(const MicroBatch& microBatch, double share, DropoutStream* dropout);

    /// Told of every micro-batch before it is computed. What it throws is as if the device had: so a test can let one
    /// fail.
    using MicroBatchProbe = std::function<void(const MicroBatch&)>;
    void setProbe(MicroBatchProbe probe) { m_probe = std::move(probe); }

    /// Multiplies the gradients so that their common L2 norm is at most `config.training.clipNorm` (0: leaves them).
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
