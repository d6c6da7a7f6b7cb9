// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

struct Histories;
struct SafeTensors;

/// One optimiser step that is over.
struct StepLoss {
    std::int64_t step = 0;    ///< its number in the run
    double loss = 0;          ///< nats, mean over what was scored
    std::int64_t scored = 0;  ///< predictions it is the mean of
};

/// A training module whose recommender fills gaps.
class ClozeTrainer {
public:
    virtual ~ClozeTrainer() = default;
    /// One optimiser step, number `step` (from 0), on one exercise alone: the items at these positions of a history are
    /// hidden and asked for. Its loss, nats; nothing if a stop came before the weights changed. Throws Error(Usage) if
    /// no position is asked for, if one is none of the history's or beyond what the model reads, and where the config's
    /// loss needs drawn negatives.
    virtual std::optional<double> trainCloze(std::span<const Token> history, std::span<const std::int32_t> positions,
                                             std::int64_t step, double learningRate, const std::stop_token& stop) = 0;
};

/// Teaches one recommender: samples, gradients, updates. The loop (core/train) calls it and knows no model.
class TrainingModule {
public:
    virtual ~TrainingModule() = default;
    TrainingModule() = default;
    TrainingModule(const TrainingModule&) = delete;
    TrainingModule& operator=(const TrainingModule&) = delete;

    /// Samples are made of these training parts from now on; they must outlive this.
    virtual void learnFrom(const Histories& histories) = 0;
    virtual std::int64_t samples() const = 0;  ///< of an epoch
    virtual std::int64_t stepsPerEpoch() const = 0;

    /// From now on only the rows of users change (`Recommender::userTensors`) and all other weights stay as they are.
    /// Before `learnFrom`.
    virtual void learnOnlyUsers() {}

    /// 1-based; `firstStep` steps of it are done already. Which samples a step has depends on seed, epoch and its
    /// number alone.
    virtual void startEpoch(std::int64_t epoch, std::int64_t firstStep) = 0;
    /// The epoch's next step, number `step` of the run (from 0). How many samples it learned from; nothing if a stop
    /// came before the weights changed.
    virtual std::optional<std::int64_t> step(std::int64_t step, double learningRate, const std::stop_token& stop) = 0;
    /// The losses of steps that were not taken yet. A GPU is not waited for after every step: unless `all` are asked
    /// for, there may be none.
    virtual std::vector<StepLoss> takeLosses(bool all) = 0;

    /// Adds everything besides the weights that going on needs; nothing by default.
    virtual void putState(SafeTensors& /*to*/) const {}
    /// `steps` were done since the weights were new. Throws Error(Workspace) if the state does not fit.
    virtual void restore(const SafeTensors& /*state*/, std::int64_t /*steps*/) {}

    /// Null where the model fills no gaps.
    virtual ClozeTrainer* clozeTrainer() { return nullptr; }

    /// "cpu, 2 threads, bfloat16 products", "cuda, CUDA graph"
    virtual std::string device() const = 0;
};

}  // namespace recscope
