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

/// Loss and gradients of a training batch. The micro-batches are shared out among threads, each with gradients of its
/// own that are summed in the order of the threads: the same thread count gives the same numbers.
class PackedGradients {
public:
    /// Every parameter of the model gets a gradient that stays the same tensor. `model` must outlive this.
    PackedGradients(SequenceModel& model, const RunConfig& config, int threads);
    ~PackedGradients();

    /// From now on a batch is shared out among the threads of all processes, and its sums are those of all: a stop of
    /// one is a stop of all. `processGroup` must outlive this and count on as many threads here as there are.
    void joinProcessGroup(ProcessGroup& processGroup);

    struct Result {
        double loss = 0;  ///< mean over the scored positions
        double norm = 0;  ///< common L2 norm of all gradients
    };
    /// Slice i drops by `dropoutSeeds[i]`; empty: nothing is dropped. Nothing is returned, and the gradients are
    /// without meaning, if a stop came.
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
