// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <chrono>

#include "core/distributed/process_group.h"
#include "core/recommender/device_failure.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/run_histories.h"
#include "core/recommender/training_module.h"
#include "core/store/workspace.h"
#include "core/train/device_trial.h"
#include "core/train/training.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

/// The device for this choice. An explicit choice is kept. Auto keeps the device that a resumed run began on; for a new
/// run it measures which device trains faster, except in a process group, where it means the GPU.
DeviceTrial deviceFor(DeviceChoice choice, const RunRecord& run, const Histories& histories,
                      const TrainingContext& context) {
    const Device device = openDevice(choice);
    if (choice != DeviceChoice::Auto) return {.device = device, .reason = {}};
    if (run.sequencesSeen > 0) return deviceForResumedRun(run.device, device == Device::Cuda);
    if (device == Device::Cpu || context.processGroup) return {.device = device, .reason = {}};
    const RunConfig config = configFromJson(run.config);
    if (!capabilitiesOf(config).trainsOnGpu) return {.device = Device::Cpu, .reason = {}};
    const auto make = [&](Device where) {
        TrainingTarget trainingTarget;
        trainingTarget.recommender = makeRecommender(
            config, {.itemCount = histories.itemCount, .userCount = histories.userCount()}, InitialWeights::Random);
        trainingTarget.recommender->to(where);
        trainingTarget.module = context.makeTrainingModule(*trainingTarget.recommender, config, where);
        trainingTarget.module->setTrainingData(histories);
        if (trainingTarget.module->samples() == 0)
            throw MessageError(ErrorKind::Input, MessageId::NothingThisModelLearns);
        return trainingTarget;
    };
    const Clock::time_point start = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    const auto notify = [&](const std::string& sentence) { context.observer.notified(sentence); };
    return tryDevices(make, config.training.learningRate, seconds, notify, context.stop);
}

/// A run that lost a rank is stored as Stopped, like a cancelled one, because the run itself had no error and can be
/// resumed.
void recordFailure(RunRecord& run, const std::exception& error) {
    // Cancelled before the first step, for example while the references were computed; later stops throw no error.
    const bool isCancelled = isError(error, ErrorKind::Cancelled);
    const bool isRankLost = dynamic_cast<const PeerLostError*>(&error) != nullptr;
    run.state = isCancelled || isRankLost ? RunState::Stopped : RunState::Failed;
    if (isCancelled)
        run.message = {Message(run.epochsDone > 0 ? MessageId::Stopped : MessageId::StoppedBeforeFirstStep)};
    else
        run.message = {messageOf(error)};
    if (isRankLost) run.message.emplace_back(MessageId::CanBeResumed);
}

RunRecord execute(Workspace& workspace, RunRecord run, DeviceChoice device, const TrainingContext& context) {
    try {
        Histories histories = historiesOf(workspace, run);
        const DeviceTrial trial = deviceFor(device, run, histories, context);
        SharedRun shared{run, trial.device, trial.reason, std::move(histories)};
        if (context.processGroup) context.processGroup->broadcast(toBytes(shared));
        return Training(&workspace, std::move(shared), context).execute();
    } catch (const std::exception& error) {
        RunStore runs(workspace);
        run = runs.byId(run.id);  // reads the epochs that were recorded meanwhile
        if (const std::optional<DeviceError> failed = deviceErrorOf(error, trainingError)) {
            run.state = RunState::Stopped;  // it can be resumed on the CPU
            run.message = {failed->message()};
            runs.update(run);
            throw *failed;
        }
        recordFailure(run, error);
        runs.update(run);
        throw;
    }
}

}  // namespace

RunRecord newRun(Workspace& workspace, const TrainRequest& request) {
    checkConfig(request.config);
    RunRecord run;
    run.name =
        request.runName.empty() ? RunStore(workspace).freeName(modelInfo(request.config.model).title) : request.runName;
    run.dataset = request.dataset;
    run.model = request.config.model;
    run.config = request.config.toJson();
    run.protocol = protocolFor(workspace, request.dataset, request.config);
    return run;
}

RunRecord resumableRun(Workspace& workspace, RunId id) {
    const RunRecord run = RunStore(workspace).byId(id);
    if (run.state == RunState::Finished) {
        throw Error(ErrorKind::Usage, translated("The run \"{}\" is finished.", run.name),
                    translated("Start a new run with more epochs to train longer."));
    }
    return run;
}

RunRecord startRun(Workspace& workspace, const TrainRequest& request, const TrainingContext& context) {
    const RunRecord run = newRun(workspace, request);
    openDevice(request.device);  // called before the run is stored, because it may throw
    return execute(workspace, RunStore(workspace).add(run, request.ifTaken), request.device, context);
}

RunRecord resumeRun(Workspace& workspace, RunId id, DeviceChoice device, const TrainingContext& context) {
    const RunRecord run = resumableRun(workspace, id);
    openDevice(device);
    return execute(workspace, run, device, context);
}

RunRecord train(Workspace& workspace, const TrainRequest& request, TrainObserver& observer, PauseSwitch& pause,
                std::stop_token stop) {
    return trainWith(&Recommender::makeTrainingModule, workspace, request, observer, pause, std::move(stop));
}

RunRecord trainWith(const TrainingModuleMaker& makeTrainingModule, Workspace& workspace, const TrainRequest& request,
                    TrainObserver& observer, PauseSwitch& pause, std::stop_token stop) {
    return startRun(workspace, request, {makeTrainingModule, observer, pause, std::move(stop)});
}

RunRecord resumeTraining(Workspace& workspace, RunId id, DeviceChoice device, TrainObserver& observer,
                         PauseSwitch& pause, std::stop_token stop) {
    return resumeRun(workspace, id, device, {&Recommender::makeTrainingModule, observer, pause, std::move(stop)});
}

}  // namespace recscope
