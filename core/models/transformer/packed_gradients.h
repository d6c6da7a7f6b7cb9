// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/batch/training_batches.h"
#include "core/models/transformer/sequence_model.h"

namespace recscope {

class ProcessGroup;

/// Computes the loss and the gradients of a training batch in packed form. The micro-batches are distributed among
/// threads. Each thread has its own gradients, which are summed in thread order, so that results are reproducible for a
/// given number of threads.
class PackedGradients {
public:
    /// Every parameter of the model gets a gradient tensor that is never replaced. `model` must outlive this.
    PackedGradients(SequenceModel& model, const RunConfig& config, int threads);
    ~PackedGradients();

    /// From now on, each batch is distributed among the threads of all ranks, and loss and gradients are summed over
    /// all ranks. A stop request on one rank stops all ranks. `processGroup` must outlive this. Throws std::logic_error
    /// if the process group assumes a different number of threads for this process.
    void joinProcessGroup(ProcessGroup& processGroup);

    struct Result {
        double loss = 0;  ///< mean over the positions to predict
        double norm = 0;  ///< L2 norm of all gradients together
    };
    /// `dropoutSeeds[i]` seeds the dropout of micro-batch i; an empty span disables dropout. After a stop request,
    /// returns nothing, and the gradients are meaningless.
    std::optional<Result> compute(const TrainingBatch& batch, std::span<const std::uint64_t> dropoutSeeds,
                                  const std::stop_token& stop);

private:
    struct Worker;
    std::optional<Result> sumOverProcesses(bool stopped);

    SequenceModel& m_model;
    RunConfig m_config;
    torch::Tensor m_gradient;  ///< the gradients of all parameters, concatenated with padding (`alignedCount`)
    std::unique_ptr<class WorkerPool> m_pool;
    std::vector<std::unique_ptr<Worker>> m_workers;
    ProcessGroup* m_processGroup = nullptr;
};

}  // namespace recscope
