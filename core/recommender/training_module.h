// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/sequence/token.h"
#include "core/util/device_facts.h"

namespace recscope {

class DistributedTrainingModule;
struct Histories;
struct SafeTensors;

/// The loss of one finished optimizer step.
struct StepLoss {
    std::int64_t step = 0;    ///< number of the step in the run, from 1
    double loss = 0;          ///< mean over the scored predictions; unit: see core/recommender/loss_unit.h
    std::int64_t scored = 0;  ///< number of predictions averaged
};

/// Interface of a training module whose recommender predicts masked items.
class ClozeTrainer {
public:
    virtual ~ClozeTrainer() = default;
    /// One optimizer step, number `step` (from 0), on a single sample: the items at these positions of a history are
    /// masked and predicted. Returns the loss of the step in nats; nothing if a stop request came before the weights
    /// changed. Throws Error(Usage) if no position is given, if a position is outside the history or too old for the
    /// model to read, or if the config's loss needs sampled negatives.
    virtual std::optional<double> trainCloze(std::span<const Token> history, std::span<const std::int32_t> positions,
                                             std::int64_t step, double learningRate, const std::stop_token& stop) = 0;
};

/// Trains one recommender: samples, gradients, updates. The training loop (core/train) calls it and depends on no
/// model.
class TrainingModule {
public:
    virtual ~TrainingModule() = default;
    TrainingModule() = default;
    TrainingModule(const TrainingModule&) = delete;
    TrainingModule& operator=(const TrainingModule&) = delete;

    /// From this call on, samples are drawn from the training parts of `histories`, which must outlive the training
    /// module.
    virtual void setTrainingData(const Histories& histories) = 0;
    virtual std::int64_t samples() const = 0;  ///< samples per epoch
    virtual std::int64_t stepsPerEpoch() const = 0;

    /// From this call on, trains only the users' rows (`Recommender::userTensors`) and keeps all other weights fixed.
    /// To be called before `setTrainingData`.
    virtual void trainOnlyUsers() {}

    /// `epoch` is 1-based; its first `firstStep` steps are already done. The samples of a step depend only on seed,
    /// epoch and step number.
    virtual void startEpoch(std::int64_t epoch, std::int64_t firstStep) = 0;
    /// Takes the epoch's next step, number `step` of the run (from 0). Returns the number of samples used; nothing if a
    /// stop request came before the weights changed.
    virtual std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) = 0;
    /// The losses that no earlier call has returned, one per step. Without `all`, recent steps may be missing, to avoid
    /// waiting for a GPU after every step.
    virtual std::vector<StepLoss> takeLosses(bool all) = 0;

    /// Adds to `to` everything that resuming needs in addition to the weights. The default implementation adds nothing.
    virtual void putState(SafeTensors& /*to*/) const {}
    /// Restores what `putState` stored. `steps` is the number of optimizer steps since initialization. Throws
    /// Error(Workspace) if the state does not fit this training module.
    virtual void restore(const SafeTensors& /*state*/, std::int64_t /*steps*/) {}

    /// Null if the model does not predict masked items.
    virtual ClozeTrainer* clozeTrainer() { return nullptr; }
    /// Null if the steps cannot be distributed among several processes.
    virtual DistributedTrainingModule* distributed() { return nullptr; }

    /// The device and how it computes; says nothing about why it was chosen.
    virtual DeviceFacts device() const = 0;
};

}  // namespace recscope
