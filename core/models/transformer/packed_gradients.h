// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/batch/training_batches.h"
#include "core/models/transformer/sequence_model.h"

namespace recscope {

class ProcessGroup;

/// Loss and gradients of a training batch. The micro-batches are distributed among threads, each with gradients of its
/// own that are summed in thread order: results are reproducible for a given number of threads.
class PackedGradients {
public:
    /// Every parameter of the model gets a gradient tensor that is never replaced. `model` must outlive this.
    PackedGradients(SequenceModel& model, const RunConfig& config, int threads);
    ~PackedGradients();

    /// From now on a batch is distributed among the threads of all ranks, and loss and gradients are summed over all of
    /// them; a stop on one rank stops all. `processGroup` must outlive this. Throws std::logic_error if it assumes
    /// another number of threads for this process.
    void joinProcessGroup(ProcessGroup& processGroup);

    struct Result {
        double loss = 0;  ///< mean over the scored positions
        double norm = 0;  ///< common L2 norm of all gradients
    };
    /// `dropoutSeeds[i]` seeds the dropout of micro-batch i; empty: nothing is dropped. If a stop came, nothing is
    /// returned and the gradients are meaningless.
    std::optional<Result> compute(const TrainingBatch& batch, std::span<const std::uint64_t> dropoutSeeds,
                                  const std::stop_token& stop);

private:
    struct Worker;
    std::optional<Result> sumOverProcesses(bool stopped);

    SequenceModel& m_model;
    RunConfig m_config;
    torch::Tensor m_gradient;  ///< of all parameters, one after the other
    std::unique_ptr<class WorkerPool> m_pool;
    std::vector<std::unique_ptr<Worker>> m_workers;
    ProcessGroup* m_processGroup = nullptr;
};

}  // namespace recscope
