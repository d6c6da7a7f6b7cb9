// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_trainer.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/metrics/debiased.h"
#include "core/metrics/metric_values.h"
#include "core/recommender/evaluate.h"
#include "core/remote/remote_shell.h"
#include "core/remote/remote_training.h"
#include "core/store/plan_store.h"
#include "core/store/remote_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The machine on which an interrupted run trained; empty for this machine.
std::string machineOf(Workspace& workspace, const RunRecord& run) {
    const auto remote = RemoteStore(workspace).of(run.id);
    return remote ? remote->machine : std::string();
}

}  // namespace

void rankUnder(Workspace& workspace, const Plan& plan, const RunRecord& run, DeviceChoice device,
               const ProgressSink& progress, const std::stop_token& stop) {
    const bool needsLists = std::any_of(plan.metrics.begin(), plan.metrics.end(), isMetricOfLists);
    for (const std::string& candidates : plan.protocols) {
        const Protocol protocol = withCandidates(run.protocol, candidates);
        if (!canRank(run, protocol, Split::Test)) continue;
        const bool isRanked = sufficeFor(plan.metrics, RunStore(workspace).ranks(run.id, Split::Test, protocol));
        if (isRanked && !(needsLists && RunStore(workspace).recommended(run.id, Split::Test, protocol).empty()))
            continue;
        evaluateRun(workspace, run.id, protocol, Split::Test, device, progress, stop);
    }
}

PlanTrainer::PlanTrainer(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs,
                         const PlanPlace& place, PlanObserver& observer, PauseSwitch& pause, std::stop_token stop)
    : m_workspace(workspace),
      m_plan(plan),
      m_runs(runs),
      m_place(place),
      m_observer(observer),
      m_pause(pause),
      m_stop(std::move(stop)) {
    PlanStore(workspace).put(plan.name, planToJson(plan));
}

PlanOutcome PlanTrainer::outcome() const {
    PlanOutcome outcome = m_counts;
    outcome.failed = m_failed.size();
    outcome.stopped = isStopped();
    return outcome;
}

bool PlanTrainer::isKeptElsewhere(const PlannedState& state) {
    if (!state.isInterrupted() || state.run->epochsDone == 0) return false;
    return machineOf(m_workspace, *state.run) != (m_place.machine ? m_place.machine->destination : std::string());
}

void PlanTrainer::complete(std::size_t index, const PlannedState& before) {
    if (isKeptElsewhere(before)) return;
    try {
        const RunRecord run = trained(index, before);
        if (run.state != RunState::Finished) return;
        // If the run trains on another machine, m_place.device is a device of that machine, but the test items are
        // ranked on this machine.
        const DeviceChoice device = m_place.machine ? DeviceChoice::Auto : m_place.device;
        rankUnder(
            m_workspace, m_plan, run, device,
            [this](const Progress& at) { m_observer.evaluating(Split::Test, at.done, at.total); }, m_stop);
        if (before.isFinished()) return;
        m_observer.runFinished(index, run);
        m_failed.erase(index);
        ++m_counts.trained;
    } catch (const ConnectionLost&) {
        throw;
    } catch (const std::exception& error) {
        if (isError(error, ErrorKind::Workspace)) throw;
        if (isError(error, ErrorKind::Cancelled)) return;
        m_failed.insert(index);
        const Failure failure = failureOf(error);
        m_observer.runFailed(index, failure.sentence, failure.hint);
    }
}

RunRecord PlanTrainer::trained(std::size_t index, const PlannedState& before) {
    const PlannedRun& planned = m_runs[index];
    if (before.isFinished()) {
        m_observer.runAlreadyTrained(index);
        ++m_counts.alreadyFinished;
        return *before.run;
    }
    if (!planned.existing.empty())
        throw Error(ErrorKind::Input, translated("\"{}\" is named in the plan but not finished.", planned.existing),
                    translated("A plan does not train existing runs: finish this run, or leave the entry out."));
    m_observer.runBegins(index, before.isInterrupted());
    return m_place.machine ? trainedOn(*m_place.machine, planned, before) : trainedHere(planned, before);
}

RunRecord PlanTrainer::trainedHere(const PlannedRun& planned, const PlannedState& before) {
    TrainRequest request{.dataset = planned.dataset,
                         .config = planned.config,
                         .runName = planned.title(m_plan),
                         .device = m_place.device,
                         .ifTaken = RunStore::IfTaken::Number};
    if (before.isInterrupted() && RemoteStore(m_workspace).of(before.run->id)) {
        // The run was begun on another machine and has no finished epoch, so it is started again on this machine. Its
        // folder on the other machine is removed when that machine can be reached.
        request.runName = before.run->name;
        RunStore(m_workspace).remove(before.run->id);
    } else if (before.isInterrupted() && (before.run->epochsDone == 0 ||
                                          RunStore(m_workspace).checkpoint(before.run->id, CheckpointKind::Last))) {
        // A run that was interrupted before its first checkpoint is started again under its own name.
        return resumeTraining(m_workspace, before.run->id, m_place.device, m_observer, m_pause, m_stop);
    }
    return train(m_workspace, request, m_observer, m_pause, m_stop);
}

RunRecord PlanTrainer::trainedOn(const Machine& machine, const PlannedRun& planned, const PlannedState& before) {
    const std::atomic<AtStop> atStop = AtStop::End;
    const RemoteControl control{
        .pause = m_pause, .stop = m_stop, .atStop = atStop, .reconnectTimeout = m_place.reconnectTimeout};
    TrainRequest request{.dataset = planned.dataset,
                         .config = planned.config,
                         .runName = planned.title(m_plan),
                         .device = m_place.device,
                         .ifTaken = RunStore::IfTaken::Number};
    if (before.isInterrupted()) {
        if (machineOf(m_workspace, *before.run) == machine.destination)
            return reattachRemotely(m_workspace, before.run->id, machine, Reattach::Resume, m_observer, control);
        request.runName = before.run->name;  // no finished epoch to keep: starts again on `machine`
        RunStore(m_workspace).remove(before.run->id);
    }
    return trainRemotely(m_workspace, request, machine, m_observer, control);
}

}  // namespace recscope
