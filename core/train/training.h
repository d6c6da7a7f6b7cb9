// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/metrics/ranker.h"
#include "core/recommender/recommender.h"
#include "core/recommender/training_module.h"
#include "core/train/run_progress.h"
#include "core/train/shared_run.h"
#include "core/train/trainer.h"

namespace recscope {

class ProcessGroup;

/// The objects that the caller passes to a training run.
struct TrainingContext {
    TrainingModuleMaker makeTrainingModule;
    TrainObserver& observer;
    PauseSwitch& pause;
    std::stop_token stop;
    ProcessGroup* processGroup = nullptr;  ///< null: training in this process alone
};

/// One training of a run, new or resumed. In a process group every rank takes the same steps, but only the rank with
/// the workspace (rank 0) stores the run.
class Training {
public:
    /// `workspace` is null on ranks other than 0.
    Training(Workspace* workspace, SharedRun shared, const TrainingContext& context);

    RunRecord execute();

private:
    enum class Outcome { Done, Stopped };

    void startFromNewWeights();
    std::vector<Reference> references() const;
    void restore();
    void shareWeights();
    void trainOnValidation();
    /// Trains up to and including this epoch. `validates`: also validates, and ends early if the patience is spent.
    Outcome trainUntil(std::int64_t lastEpoch, bool validates);
    void startRetraining();
    Outcome trainEpoch();
    /// Takes the losses that the training module has computed so far, or, if `all`, waits for those of all steps.
    /// Returns whether there were any new ones.
    bool takeLosses(bool all);
    /// Returns nothing on a stop request.
    std::optional<Evaluation> evaluate(Split split, std::int64_t usersAtMost = 0);
    void recordEpoch(const std::optional<Evaluation>& valid);
    RunRecord recordStop();
    RunRecord finish();
    bool isPatienceSpent() const;
    std::int64_t plannedSteps() const { return m_config.training.epochs * m_module->stepsPerEpoch(); }
    std::int64_t plannedEpochs() const;
    std::int64_t lastRetrainingEpoch() const { return m_progress.epochsBefore + m_run.bestEpoch; }
    /// The device, how the training module computes on it now, and why it was chosen.
    DeviceFacts device() const;
    void reportWhyItEnded();
    Checkpoint lastCheckpoint() const;
    void notify(double loss, double learningRate) const;

    Workspace* m_workspace;          ///< null: another rank stores the record
    std::optional<RunStore> m_runs;  ///< runs of m_workspace
    RunRecord m_run;
    RunConfig m_config;
    Histories m_histories;
    Device m_device;
    std::optional<Message> m_deviceReason;  ///< why this device was chosen
    TrainingModuleMaker m_makeTrainingModule;
    Histories m_withValidation;  ///< training data of the second training
    std::unique_ptr<Recommender> m_recommender;
    std::unique_ptr<TrainingModule> m_module;  ///< training module of m_recommender
    TrainObserver& m_observer;
    PauseSwitch& m_pause;
    std::stop_token m_stop;
    ProcessGroup* m_processGroup;  ///< null: training in this process alone

    RunProgress m_progress;
    double m_lastLoss = 0;               ///< loss of the last step whose loss is known
    std::vector<StepRecord> m_newSteps;  ///< steps not stored yet
    double m_validationSeconds = 0;      ///< duration of the last validation in seconds
};

/// Like `train`, in the given context.
RunRecord startRun(Workspace& workspace, const TrainRequest& request, const TrainingContext& context);
/// Like `resumeTraining`, in the given context.
RunRecord resumeRun(Workspace& workspace, RunId run, DeviceChoice device, const TrainingContext& context);

}  // namespace recscope
