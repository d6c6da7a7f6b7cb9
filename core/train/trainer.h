// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/store/run_store.h"
#include "core/train/config.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// One optimiser step, as it happened.
struct StepInfo {
    std::int64_t step = 0;         ///< 1-based over the whole run
    std::int64_t epoch = 0;        ///< 1-based
    std::int64_t stepInEpoch = 0;  ///< 1-based
    std::int64_t stepsPerEpoch = 0;
    std::int64_t epochs = 0;  ///< planned
    double loss = 0;          ///< nats, mean over the scored positions
    double learningRate = 0;
    double sequencesPerSecond = 0;  ///< since the epoch began
    double secondsLeft = 0;         ///< of the whole run, from the rate so far (validation included)
};

/// One finished epoch: what was recorded, and whether it is the best so far.
struct EpochInfo {
    EpochRecord record;
    bool best = false;
};

/// Reference values of the same dataset and protocol, to draw beside the curves.
struct Reference {
    std::string name;  ///< "Popularity", "Last item (bigram)", "Best reachable"
    Metrics valid, test;
};

/// Told from the training thread what happens. All methods have empty bodies to start from.
class TrainObserver {
public:
    virtual ~TrainObserver() = default;
    virtual void runStarted(const RunRecord&, const std::vector<Reference>&) {}
    virtual void stepDone(const StepInfo&) {}
    virtual void epochDone(const RunRecord&, const EpochInfo&) {}
    /// Evaluation progress: done of total users.
    virtual void evaluating(Split, std::int64_t /*done*/, std::int64_t /*total*/) {}
};

/// Lets another thread hold the training loop between two steps.
class PauseSwitch {
public:
    void pause();
    void resume();
    bool isPaused() const;
    /// Called by the training thread; returns when not paused or when a stop was asked for.
    void waitWhilePaused(const std::stop_token& stop);

private:
    std::atomic<bool> m_paused = false;
};

enum class DeviceChoice { Auto, Cpu, Cuda };
/// "auto", "cpu", "cuda"; throws Error(Usage).
DeviceChoice deviceFromName(const std::string& name);
/// Names the choices that work on this machine, e.g. {"auto", "cpu"}.
std::vector<std::string> availableDevices();

/// How a training computes. AsOnGpu makes a CPU do what is done for a GPU, at the speed of a CPU: batches made where
/// the model is, LibTorch's gradients, losses read together. So the two ways can be compared.
enum class Computation { OfDevice, AsOnGpu };

struct TrainRequest {
    DatasetId dataset = 0;
    RunConfig config;
    std::string runName;  ///< empty = "BERT4Rec 1", …
    DeviceChoice device = DeviceChoice::Auto;
    Computation computation = Computation::OfDevice;
};

/// Trains to the end in the calling thread: validation after each `evaluateEvery` epochs under the dataset's default
/// protocol and the config's split, the best NDCG@10 kept (if only `validationUsers` were ranked, then at the end once
/// with all), test scored once at the end with the best weights, or with those of a second training that includes the
/// validation items (`RunConfig::retrainWithValidation`). A stop takes effect within a step: the run is stored as
/// Stopped with the exact place to go on, the best weights stay, and the record is returned. Throws Error(Usage | Input
/// | Numeric | Workspace); the run is then stored as Failed.
RunRecord train(Workspace& workspace, const TrainRequest& request, TrainObserver& observer, PauseSwitch& pause,
                std::stop_token stop);

/// Goes on from the Last checkpoint of a run that was stopped or killed. The numbers are those of an uninterrupted run.
RunRecord resumeTraining(Workspace& workspace, RunId run, DeviceChoice device, TrainObserver& observer,
                         PauseSwitch& pause, std::stop_token stop);

/// What every run stands beside: popularity (POP), a bigram that knows the last item only, and where the dataset knows
/// it, the best reachable metrics. Kept in the workspace. Throws Error(Cancelled).
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const Protocol& protocol,
                                     const std::stop_token& stop = {});
/// The same under the dataset's default protocol.
std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset, const std::stop_token& stop = {});

/// What the validations of a run's epochs depend on: its protocol's sentence, and how many users were drawn for them.
std::string validationSentence(const RunRecord& run);

/// Evaluates the best weights of a run under a protocol and stores ranks and metrics.
Evaluation evaluateRun(Workspace& workspace, RunId run, const Protocol& protocol, Split split, DeviceChoice device,
                       const ProgressSink& progress, std::stop_token stop);

}  // namespace recscope
