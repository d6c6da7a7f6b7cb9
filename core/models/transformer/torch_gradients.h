// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

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

/// Computes the loss and the gradients of a training batch by LibTorch's autograd. This is the reference for
/// PackedGradients and is used where the packed form is not available, above all on CUDA. Outside a process group, no
/// function waits for the device. Gradient tensors are never replaced.
class TorchGradients {
public:
    /// `model` must outlive this and stay on its device.
    TorchGradients(SequenceModel& model, const RunConfig& config,
                   AttentionImplementation attentionImplementation = AttentionImplementation::OfDevice)
        : m_model(model), m_config(config), m_attentionImplementation(attentionImplementation) {}

    /// `batch` must be on the model's device. Returns the mean loss over the positions to predict, a scalar on the
    /// device, and leaves the gradients, not clipped, in the parameters. `dropoutSeeds[i]` seeds the dropout of
    /// micro-batch i; an empty span disables dropout. Returns nothing after a stop request.
    std::optional<torch::Tensor> compute(const TrainingBatch& batch, std::span<const std::uint64_t> dropoutSeeds,
                                         const std::stop_token& stop);

    /// From now on, `compute` processes this rank's share of the micro-batches and sums loss and gradients over all
    /// ranks: by `gpus` or, if `gpus` is null, through the CPU. A stop request on one rank stops all ranks.
    /// `processGroup` must outlive this.
    void joinProcessGroup(ProcessGroup& processGroup, std::shared_ptr<GpuSums> gpus);
    bool sumsOnGpus() const { return m_gpus != nullptr; }

    // The steps of `compute`: clear the gradients, then add those of each micro-batch.
    void clear();
    /// Adds the gradients of `share` times a micro-batch's mean loss and returns that product. `dropout` may be null;
    /// on a GPU, the caller seeds the random generator from which dropout draws.
    torch::Tensor add(const MicroBatch& microBatch, double share, DropoutStream* dropout);

    /// Called with every micro-batch before it is computed. An exception from the probe is treated like one from the
    /// device, so that a test can make a micro-batch fail.
    using MicroBatchProbe = std::function<void(const MicroBatch&)>;
    void setProbe(MicroBatchProbe probe) { m_probe = std::move(probe); }

    /// Scales the gradients so that the L2 norm of all of them together is at most `config.training.clipNorm` (0: no
    /// scaling).
    void clip();

    torch::Device device() const { return m_model.parameters().front().device(); }

private:
    torch::Tensor gradients();
    void setGradients(const torch::Tensor& all);
    std::optional<torch::Tensor> sumOverProcesses(const torch::Tensor& loss, bool stopped);

    SequenceModel& m_model;
    RunConfig m_config;
    AttentionImplementation m_attentionImplementation;
    MicroBatchProbe m_probe;
    ProcessGroup* m_processGroup = nullptr;
    std::shared_ptr<GpuSums> m_gpus;
};

}  // namespace recscope
