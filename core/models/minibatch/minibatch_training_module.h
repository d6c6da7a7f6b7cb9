// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/models/minibatch/minibatch_step.h"
#include "core/recommender/training_module.h"

namespace recscope {

/// What a model of mini-batches brings to its training module: which samples there are, and the loss of some of them.
class MinibatchTask {
public:
    virtual ~MinibatchTask() = default;

    /// Samples are made of these training parts from now on; they must outlive this. How many an epoch has.
    virtual std::int64_t learnFrom(const Histories& histories) = 0;

    /// What one thread does of a batch.
    struct Share {
        std::span<const std::int64_t> samples;  ///< its samples, of all the batch has
        std::int64_t batchSamples = 0;          ///< those of all threads
        std::int64_t epoch = 0;                 ///< 1-based
        std::uint64_t dropoutSeed = 0;          ///< of this share of this step
        int worker = 0;
    };
    /// Adds the gradients of the share to those of `parameters(worker)`: of the mean over the batch. Returns what the
    /// share adds to that mean. Called from several threads.
    virtual double learn(const Share& share, kernels::Arena& arena) = 0;

    /// Before the epoch's first step, or the first after going on.
    virtual void startEpoch(std::int64_t /*epoch*/) {}
    virtual void endStep() {}  ///< all weights are those after it
    virtual void endEpoch() {}
    /// `Recommender::userTensors` of the model.
    virtual std::vector<std::string> userTensors() const { return {}; }
    /// Predictions that a sample is.
    virtual std::int64_t predictionsPerSample() const { return 1; }
};

/// Teaches in mini-batches: every sample once an epoch, in an order that is a function of (seed, epoch).
class MinibatchTrainingModule : public TrainingModule {
public:
    /// Makes the task of a model, whose parameters are the step's.
    using MakeTask = std::function<std::unique_ptr<MinibatchTask>(MinibatchStep&)>;
    /// `tensors` must outlive this. multiplications: those of a step, about.
    MinibatchTrainingModule(HostTensors& tensors, const RunConfig& config, double multiplications,
                            const MakeTask& make);

    void learnOnlyUsers() override;
    void learnFrom(const Histories& histories) override;
    std::int64_t samples() const override { return m_samples; }
    std::int64_t stepsPerEpoch() const override;
    void startEpoch(std::int64_t epoch, std::int64_t firstStep) override;
    std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override;
    std::vector<StepLoss> takeLosses(bool all) override;
    void putState(SafeTensors& to) const override { m_step.putState(to); }
    void restore(const SafeTensors& state, std::int64_t steps) override { m_step.restore(state, steps); }
    std::string device() const override;

private:
    RunConfig m_config;
    HostTensors& m_tensors;
    MinibatchStep m_step;
    std::unique_ptr<MinibatchTask> m_task;
    bool m_onlyUsers = false;
    std::int64_t m_samples = 0, m_epoch = 0, m_nextInEpoch = 0;
    std::vector<std::int32_t> m_order;                ///< of the epoch
    std::vector<std::vector<std::int64_t>> m_shares;  ///< of a step, by thread
    std::vector<StepLoss> m_losses;
};

}  // namespace recscope
