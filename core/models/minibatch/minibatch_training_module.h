// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/models/minibatch/minibatch_step.h"
#include "core/recommender/training_module.h"

namespace recscope {

/// The samples of a model that trains in mini-batches, and their loss. MinibatchTrainingModule calls this interface.
class MinibatchTask {
public:
    virtual ~MinibatchTask() = default;

    /// From now on, makes samples from the training parts of `histories`, which must outlive this. Returns the number
    /// of samples per epoch.
    virtual std::int64_t setTrainingData(const Histories& histories) = 0;

    /// One thread's share of a batch.
    struct Share {
        std::span<const std::int64_t> samples;  ///< indices of the samples in this share
        std::span<const std::int32_t> batch;    ///< indices of all samples in the batch, over all threads
        std::int64_t batchSamples = 0;          ///< number of samples in the batch
        std::int64_t epoch = 0;                 ///< 1-based
        std::uint64_t dropoutSeed = 0;          ///< different for each share and step
        int worker = 0;
    };
    /// Returns the share's contribution to the mean loss of the batch and adds the gradients of that contribution to
    /// those of `MinibatchStep::parameters(worker)`. Called from several threads.
    virtual double computeGradients(const Share& share, kernels::Arena& arena) = 0;

    /// Called before the epoch's first step, or before the first step after a resume.
    virtual void startEpoch(std::int64_t /*epoch*/) {}
    virtual void endStep() {}   ///< called after each step, when all weights are updated
    virtual void endEpoch() {}  ///< called after the last step of an epoch
    /// The tensors with a row for each user, the same as `Recommender::userTensors` of the model.
    virtual std::vector<std::string> userTensors() const { return {}; }
    /// The number of training items that a user needs to be trained.
    virtual std::size_t minItems() const { return 1; }
    /// The number of items that these samples predict.
    virtual std::int64_t predictions(std::span<const std::int32_t> samples) const { return std::ssize(samples); }
};

/// Trains in mini-batches. Each epoch uses every sample once, in an order that is a function of (seed, epoch).
class MinibatchTrainingModule : public TrainingModule {
public:
    /// Creates the task of a model; the task uses the `parameters` of the step.
    using MakeTask = std::function<std::unique_ptr<MinibatchTask>(MinibatchStep&)>;
    /// `tensors` must outlive this. `multiplications` is the approximate number of multiplications per step, by which
    /// the number of threads is chosen.
    MinibatchTrainingModule(HostTensors& tensors, const RunConfig& config, double multiplications,
                            const MakeTask& make);

    void trainOnlyUsers() override;
    void setTrainingData(const Histories& histories) override;
    std::int64_t samples() const override { return m_samples; }
    std::int64_t stepsPerEpoch() const override;
    void startEpoch(std::int64_t epoch, std::int64_t firstStep) override;
    std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) override;
    std::vector<StepLoss> takeLosses(bool all) override;
    void putState(SafeTensors& to) const override { m_step.putState(to); }
    void restore(const SafeTensors& state, std::int64_t steps) override { m_step.restore(state, steps); }
    DeviceFacts device() const override;

private:
    RunConfig m_config;
    HostTensors& m_tensors;
    MinibatchStep m_step;
    std::unique_ptr<MinibatchTask> m_task;
    bool m_onlyUsers = false;
    std::int64_t m_samples = 0, m_epoch = 0;
    std::int64_t m_nextInEpoch = 0;                   ///< index of the next step in its epoch
    std::vector<std::int32_t> m_order;                ///< sample indices in the order of the current epoch
    std::vector<std::vector<std::int64_t>> m_shares;  ///< for each thread, the indices of its samples in a step
    std::vector<StepLoss> m_losses;
};

}  // namespace recscope
