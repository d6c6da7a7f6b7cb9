// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "core/config/run_config.h"
#include "core/sequence/histories.h"
#include "core/store/run_store.h"

namespace recscope {

class TrainingModule;
class Recommender;
class Workspace;

/// A training run in memory that the caller, for example a lesson, advances step by step. Uses the training module,
/// samples and learning rates of an ordinary run, but stores nothing. Runs on the CPU. Not thread-safe.
class LiveTraining {
public:
    /// Starts from new weights. Uses all users if `usersAtMost` is 0. Otherwise uses a fixed sample of at most that
    /// many users, and neither trains on the other users nor evaluates on them. Throws Error(Usage | Input) for the
    /// same reasons as `train`.
    LiveTraining(Workspace& workspace, DatasetId dataset, const RunConfig& config, std::int64_t usersAtMost = 0);
    /// Continues from a run's best weights with a fresh optimizer state. Throws Error(Input) if the run has no weights.
    LiveTraining(Workspace& workspace, const RunRecord& run);
    LiveTraining(LiveTraining&&) noexcept;
    ~LiveTraining();

    std::int64_t stepsPerEpoch() const;
    std::int64_t stepsDone() const { return m_steps; }

    /// Takes one optimizer step and returns its loss (`StepLoss::loss`). Returns nothing if training is stopped before
    /// this step changes the weights. Throws Error(Numeric) if the loss is not finite.
    std::optional<double> step(const std::stop_token& stop);
    /// Takes one step on a single sample with the config's learning rate (see `ClozeTrainer`). Throws Error(Usage) if
    /// the model does not predict masked items.
    std::optional<double> trainCloze(std::span<const Token> history, std::span<const std::int32_t> positions,
                                     const std::stop_token& stop);
    /// Ranks the held-out items of `users` sampled users (0 = all) under the run's protocol. Throws Error(Cancelled) if
    /// `stop` is requested.
    Evaluation evaluate(Split split, std::int64_t users, const std::stop_token& stop);

    /// The model in its current state, for `InferenceSession::copyOf`.
    const Recommender& recommender() const { return *m_recommender; }
    /// A record with the config, dataset and protocol of this training run, but without an id.
    const RunRecord& run() const { return m_run; }

private:
    RunRecord m_run;
    RunConfig m_config;
    std::unique_ptr<Histories> m_histories;  ///< kept alive because the training module refers to it
    std::unique_ptr<Recommender> m_recommender;
    std::unique_ptr<TrainingModule> m_module;
    std::int64_t m_steps = 0;
};

}  // namespace recscope
