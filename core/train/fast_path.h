// SPDX-License-Identifier: GPL-3.0-or-later
// From the model that LibTorch holds to the packed one of core/fast, and back.
#pragma once

#include <torch/torch.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/batch/training_batches.h"
#include "core/model/sequence_model.h"

namespace recscope {

/// Whether a config can be computed by core/fast, on this device. What cannot is computed by LibTorch.
bool hasFastPath(const RunConfig& config, const torch::Device& device);

/// Loss and gradients of a training batch. The slices are shared out among threads, each with gradients of its own that
/// are summed in the order of the threads: the same thread count gives the same numbers.
class FastGradients {
public:
    /// Every parameter of the model gets a gradient that stays the same tensor. `model` must outlive this.
    FastGradients(SequenceModel& model, const RunConfig& config, int threads);
    ~FastGradients();

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
    SequenceModel& m_model;
    RunConfig m_config;
    torch::Tensor m_gradient;  ///< of all parameters, one after the other
    std::unique_ptr<class WorkerPool> m_pool;
    std::vector<std::unique_ptr<Worker>> m_workers;
};

/// Scores of the next item for several histories, cut and closed as in `predictionInput`; no gradient, no dropout.
/// Evaluation, recommendation and the removal test all come here. A PAD within a history is a place that counts and
/// that nobody looks at; the score is that of the newest place that is not PAD.
class Scorer {
public:
    /// `model` must outlive this and stay on `device`.
    Scorer(SequenceModel& model, const RunConfig& config, std::int32_t itemCount, const torch::Device& device);
    ~Scorer();

    /// (B, V + 2) float32 on the CPU. Throws Error(Cancelled), after the few histories that are being scored.
    torch::Tensor next(std::span<const std::span<const Token>> histories, const std::stop_token& stop = {});

    /// A history's index and its (V + 2) scores.
    using Take = std::function<void(std::size_t, std::span<const float>)>;
    /// Gives each history's scores to `take`, from several threads at once. Throws Error(Cancelled) as `next`.
    void forEach(std::span<const std::span<const Token>> histories, const Take& take, const std::stop_token& stop = {});

private:
    struct Fast;
    void forEachFast(std::span<const std::vector<Token>> rows, const Take& take, const std::stop_token& stop);
    SequenceModel& m_model;
    RunConfig m_config;
    std::int32_t m_itemCount;
    torch::Device m_device;
    std::unique_ptr<Fast> m_fast;  ///< null: LibTorch computes
};

}  // namespace recscope
