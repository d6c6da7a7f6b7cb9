// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/models/gru4rec/gru4rec_step.h"
#include "core/models/gru4rec/session_parallel_batches.h"
#include "core/recommender/training_module.h"
#include "core/util/weighted_choice.h"

namespace recscope {

/// Trains a GRU4Rec model in session-parallel batches: each step reads the next item of every slot and updates the
/// weights, without backpropagation through time.
class Gru4RecTrainingModule : public TrainingModule {
public:
    /// `model` must outlive this.
    Gru4RecTrainingModule(Gru4Rec& model, const RunConfig& config);

    void setTrainingData(const Histories& histories) override;
    std::int64_t samples() const override { return m_sessions; }
    std::int64_t stepsPerEpoch() const override { return m_steps; }
    void startEpoch(std::int64_t epoch, std::int64_t firstStep) override;
    std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override;
    std::vector<StepLoss> takeLosses(bool all) override;
    void putState(SafeTensors& to) const override;
    void restore(const SafeTensors& state, std::int64_t steps) override;
    DeviceFacts device() const override;

private:
    SessionParallelBatch nextBatch() const;
    /// The smallest number of slots of a step. The negatives of a slot are the targets of the other slots, so a single
    /// slot is enough only if negatives are also drawn.
    std::int64_t minSlots() const { return m_modelConfig.extraNegatives > 0 ? 1 : 2; }

    Gru4Rec& m_model;
    RunConfig m_config;
    Gru4RecConfig m_modelConfig;
    int m_threads;
    Gru4RecStep m_step;
    const Histories* m_histories = nullptr;
    std::optional<WeightedChoice> m_items;  ///< draws negatives; index 0 is token kFirstItemToken
    std::int64_t m_sessions = 0, m_steps = 0;
    std::int64_t m_epoch = 0, m_stepInEpoch = 0;
    std::optional<SessionParallelBatches> m_slots;
    std::vector<std::vector<float>> m_states;  ///< per layer (B, d), states of the slots
    std::vector<StepLoss> m_losses;
};

}  // namespace recscope
