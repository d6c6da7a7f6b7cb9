// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/distributed_training.h"

#include "core/distributed/process_group.h"
#include "core/recommender/device_failure.h"
#include "core/recommender/machine_share.h"
#include "core/recommender/registry.h"
#include "core/train/training.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

void requireDistributedTraining(const RunConfig& config) {
    if (capabilitiesOf(config).trainsDistributed) return;
    std::string others;
    for (const ModelInfo& model : modelInfos())
        if (capabilitiesOf(defaultConfig(model.name)).trainsDistributed)
            others += (others.empty() ? "" : ", ") + model.title;
    throw Error(ErrorKind::Usage,
                translated("{} can only be trained by a single process: its steps cannot be distributed.",
                           modelInfo(config.model).title),
                translated("Start it without torchrun, mpirun or srun. Several processes can train {}.", others));
}

/// The context of one rank of a process group. Assigns the rank its threads and its GPU on the host, and has a stop
/// token that is triggered by a stop request or by the loss of another rank.
class ProcessGroupContext {
public:
    ProcessGroupContext(ProcessGroup& processGroup, const std::stop_token& stop)
        : m_requested(stop, Stopper{m_stop}), m_lost(processGroup.lost(), Stopper{m_stop}) {
        setMachineShare({.threads = processGroup.threads(), .gpu = processGroup.rankOnHost()});
    }
    std::stop_token stop() const { return m_stop.get_token(); }

private:
    struct Stopper {
        std::stop_source source;
        void operator()() { source.request_stop(); }
    };
    std::stop_source m_stop;
    std::stop_callback<Stopper> m_requested, m_lost;
};

}  // namespace

RunRecord trainDistributed(ProcessGroup& processGroup, Workspace& workspace, const TrainRequest& request,
                           TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop) {
    requireDistributedTraining(request.config);
    const ProcessGroupContext context(processGroup, stop);
    return startRun(workspace, request,
                    {&Recommender::makeTrainingModule, observer, pause, context.stop(), &processGroup});
}

RunRecord resumeDistributed(ProcessGroup& processGroup, Workspace& workspace, RunId id, DeviceChoice device,
                            TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop) {
    requireDistributedTraining(configFromJson(RunStore(workspace).byId(id).config));
    const ProcessGroupContext context(processGroup, stop);
    return resumeRun(workspace, id, device,
                     {&Recommender::makeTrainingModule, observer, pause, context.stop(), &processGroup});
}

void endDistributedTraining(ProcessGroup& processGroup) {
    processGroup.broadcast({});
}

bool helpTraining(ProcessGroup& processGroup, const std::stop_token& stop) {
    return helpTrainingWith(&Recommender::makeTrainingModule, processGroup, stop);
}

bool helpTrainingWith(const TrainingModuleMaker& makeTrainingModule, ProcessGroup& processGroup,
                      const std::stop_token& stop) {
    const ProcessGroupContext context(processGroup, stop);
    bool isCompleted = true;
    for (;;) {
        const std::string sent = processGroup.broadcast({});
        if (sent.empty()) return isCompleted;
        SharedRun shared = sharedRunFromBytes(sent);
        openDevice(shared.device == Device::Cuda ? DeviceChoice::Cuda : DeviceChoice::Cpu);
        TrainObserver noObserver;
        PauseSwitch neverPaused;
        try {
            const RunRecord run = Training(nullptr, std::move(shared),
                                           {makeTrainingModule, noObserver, neverPaused, context.stop(), &processGroup})
                                      .execute();
            isCompleted = run.state == RunState::Finished;
        } catch (const std::exception& error) {
            if (const auto failed = deviceErrorOf(error, trainingError)) throw *failed;
            throw;
        }
    }
}

}  // namespace recscope
