// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

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
#include "core/util/message.h"

namespace recscope {

/// Makes the optimizer steps of a model (gradients, clipping and update) in the fastest way that its device and config
/// allow: in packed form on the CPU (`PackedGradients`), otherwise by LibTorch's autograd (`TorchGradients`). On a GPU,
/// the whole step becomes one recorded CUDA graph if possible.
class GradientStep {
public:
    /// `model` must outlive this and stay on its device. `packed` selects the packed form; it may be true only if
    /// the device is the CPU and the packed form supports the config. `graph` records whole steps; if it is null,
    /// nothing is recorded.
    GradientStep(SequenceModel& model, const RunConfig& config, bool packed,
                 std::unique_ptr<WorkGraph> graph = nullptr);

    /// Makes one step from a batch on the model's device. `step` is the index of the step in the run; the dropout is a
    /// function of it. Returns the mean loss over the positions to predict, a scalar on the device, or nothing if a
    /// stop was requested before the weights changed. If the device runs out of memory (outside a process group), this
    /// batch and all later ones are computed in parts half as large, and these are halved again if necessary. Throws
    /// Error(Input) if not even one history fits.
    std::optional<torch::Tensor> step(const TrainingBatch& batch, std::int64_t step, double learningRate,
                                      const std::stop_token& stop);

    /// Calls `TorchGradients::setProbe`. No effect with the packed form.
    void setProbe(TorchGradients::MicroBatchProbe probe);
    /// From now on every rank of the process group makes the same steps. `processGroup` must outlive this.
    void joinProcessGroup(ProcessGroup& processGroup);

    Adam& optimizer() { return m_optimizer; }
    const Adam& optimizer() const { return m_optimizer; }
    /// A note about the device: that NCCL is used, into how many parts batches are split for lack of memory, or whether
    /// a CUDA graph is used and, if not, why.
    std::optional<Message> deviceNote() const;

private:
    std::vector<std::uint64_t> dropoutSeeds(const TrainingBatch& batch, std::int64_t step) const;
    /// From now on, halves the micro-batches of every batch once more. Throws Error(Input) if no micro-batch of `batch`
    /// has two or more histories.
    void halve(const TrainingBatch& batch, const DeviceFailure& failure);

    RunConfig m_config;
    Adam m_optimizer;
    std::unique_ptr<PackedGradients> m_packed;  ///< null if LibTorch's autograd is used
    std::unique_ptr<TorchGradients> m_torch;    ///< null if the packed form is used
    std::unique_ptr<GraphedStep> m_graphed;     ///< null if no CUDA graph is used
    int m_halvings = 0;            ///< number of times each batch is halved to fit into the device's memory
    bool m_isDistributed = false;  ///< if true, batches are never halved: the micro-batches are assigned to ranks
};

}  // namespace recscope
