// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/metrics/metrics.h"
#include "core/recommender/device_choice.h"
#include "core/recommender/references.h"
#include "core/store/run_store.h"
#include "core/train/pause_switch.h"
#include "core/util/progress.h"

namespace recscope {

class TrainingModule;
class Recommender;
class Workspace;

/// One finished optimizer step.
struct StepInfo {
    std::int64_t step = 0;         ///< 1-based over the whole run
    std::int64_t epoch = 0;        ///< 1-based
    std::int64_t stepInEpoch = 0;  ///< 1-based
    std::int64_t stepsPerEpoch = 0;
    std::int64_t epochs = 0;  ///< planned number of epochs
    double loss = 0;          ///< see `StepLoss::loss`
    double learningRate = 0;
    double sequencesPerSecond = 0;  ///< mean since the epoch began
    double secondsLeft = 0;         ///< estimate for the rest of the run at the rate so far, validation included
};

/// One finished epoch: its record, and whether it is the best epoch so far.
struct EpochInfo {
    EpochRecord record;
    bool isBest = false;
    /// Number of validations since the best epoch. Training ends when it reaches the config's `patience`.
    std::int64_t evaluationsSinceBest = 0;
};

/// Receives the events of a training run; called on the training thread. All methods have empty default bodies.
class TrainObserver {
public:
    virtual ~TrainObserver() = default;
    virtual void runStarted(const RunRecord&, const std::vector<Reference>&) {}
    virtual void stepDone(const StepInfo&) {}
    virtual void epochDone(const RunRecord&, const EpochInfo&) {}
    /// Reports the progress of an evaluation: `done` of `total` users are ranked.
    virtual void evaluating(Split, std::int64_t /*done*/, std::int64_t /*total*/) {}
    /// Receives a sentence that states what blocks the training at the moment, or an empty string when nothing blocks
    /// it any more. May be called before the run has started.
    virtual void notified(const std::string& /*sentence*/) {}
};

struct TrainRequest {
    DatasetId dataset = 0;
    RunConfig config;
    std::string runName;  ///< empty = the model's title and a number: "BERT4Rec 1"
    DeviceChoice device = DeviceChoice::Auto;
    RunStore::IfTaken ifTaken = RunStore::IfTaken::Fail;
};

/// A new run with name, config and protocol. It is not stored yet. Throws Error(Usage) for an invalid config.
RunRecord newRun(Workspace& workspace, const TrainRequest& request);
/// The record of a run that is to be resumed. Throws Error(Usage) if the run is finished.
RunRecord resumableRun(Workspace& workspace, RunId run);

/// Trains to the end in the calling thread.
///
/// Validates every `evaluateEvery` epochs under the dataset's default protocol and the config's split, and keeps the
/// weights with the highest `TrainingConfig::validationMetric`. If these validations rank only `validationUsers` users,
/// all users are ranked once at the end. Then evaluates once on test, with the best weights or with the weights of a
/// second training that includes the validation items (`TrainingConfig::retrainWithValidation`).
///
/// A stop request takes effect within a step. The run is then stored as Stopped, with its exact progress for resuming
/// and with the best weights so far, and the record is returned; `scoreStopped` can evaluate these weights on test.
/// Throws Error(Usage | Input | Numeric | Workspace); the run is then stored as Failed.
RunRecord train(Workspace& workspace, const TrainRequest& request, TrainObserver& observer, PauseSwitch& pause,
                std::stop_token stop);

/// Makes the training module of a recommender whose weights are already on the device.
using TrainingModuleMaker = std::function<std::unique_ptr<TrainingModule>(Recommender&, const RunConfig&, Device)>;
/// Runs `train` with a training module that the caller makes.
RunRecord trainWith(const TrainingModuleMaker& makeTrainingModule, Workspace& workspace, const TrainRequest& request,
                    TrainObserver& observer, PauseSwitch& pause, std::stop_token stop);

/// Resumes from the Last checkpoint of a run that was stopped or killed. The results equal those of an uninterrupted
/// run. DeviceChoice::Auto means the device that the run began on.
RunRecord resumeTraining(Workspace& workspace, RunId run, DeviceChoice device, TrainObserver& observer,
                         PauseSwitch& pause, std::stop_token stop);

}  // namespace recscope
