// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "core/metrics/protocol.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/store/lease_store.h"
#include "core/store/plan_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// Whether run `a` represents its config better than `b`, a run with the same config: finished runs are preferred to
/// interrupted ones, and these to failed ones. True if there is no `b`.
bool represents(const RunRecord& a, const std::optional<RunRecord>& b) {
    const auto worth = [](RunState state) {
        return state == RunState::Finished ? 2 : state == RunState::Failed ? 0 : 1;
    };
    return !b || worth(a.state) > worth(b->state);
}

/// The existing run that the plan names, whatever its config; none if it does not exist or is in `without`.
std::optional<RunRecord> namedRun(std::span<const RunRecord> all, const PlannedRun& planned,
                                  const std::set<RunId>& without) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const RunRecord& run) {
        return run.name == planned.existing && run.dataset == planned.dataset && !without.contains(run.id);
    });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

/// Ranks the test items under those protocols of the plan that have no stored ranks yet.
void rankUnder(Workspace& workspace, const Plan& plan, const RunRecord& run, DeviceChoice device,
               const ProgressSink& progress, const std::stop_token& stop) {
    for (const std::string& candidates : plan.protocols) {
        const Protocol protocol = withCandidates(run.protocol, candidates);
        if (!canRank(run, protocol, Split::Test)) continue;
        if (!RunStore(workspace).ranks(run.id, Split::Test, protocol).empty()) continue;
        evaluateRun(workspace, run.id, protocol, Split::Test, device, progress, stop);
    }
}

}  // namespace

Protocol withCandidates(Protocol protocol, const std::string& candidates) {
    protocol.candidates = candidatesFromName(candidates);
    return protocol;
}

std::vector<PlannedState> planStates(Workspace& workspace, std::span<const PlannedRun> runs,
                                     const std::set<RunId>& without) {
    const std::vector<RunRecord> all = RunStore(workspace).list();
    std::vector<std::pair<RunRecord, RunConfig>> known;
    std::set<DatasetId> datasets;
    for (const PlannedRun& planned : runs) datasets.insert(planned.dataset);
    for (const RunRecord& run : all) {
        if (without.contains(run.id) || !datasets.contains(run.dataset)) continue;
        if (auto config = readableConfig(run.config)) known.emplace_back(run, std::move(*config));
    }
    std::vector<PlannedState> states;
    for (const PlannedRun& planned : runs) {
        PlannedState& state = states.emplace_back();
        if (!planned.existing.empty()) {
            state.run = namedRun(all, planned, without);
            continue;
        }
        for (const auto& [run, config] : known)
            if (run.dataset == planned.dataset && config == planned.config && represents(run, state.run))
                state.run = run;
    }
    return states;
}

namespace {

/// Trains and ranks planned runs one at a time, and counts how they ended.
class PlanTrainer {
public:
    PlanTrainer(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, DeviceChoice device,
                PlanObserver& observer, PauseSwitch& pause, std::stop_token stop)
        : m_workspace(workspace),
          m_plan(plan),
          m_runs(runs),
          m_device(device),
          m_observer(observer),
          m_pause(pause),
          m_stop(std::move(stop)) {
        PlanStore(workspace).put(plan.name, planToJson(plan));
    }

    const PlanOutcome& outcome() const { return m_outcome; }
    bool isStopped() {
        m_outcome.stopped = m_stop.stop_requested();
        return m_outcome.stopped;
    }

    /// The state is read each time because an earlier entry may have had the same config.
    PlannedState state(std::size_t index) { return planStates(m_workspace, m_runs.subspan(index, 1)).front(); }

    /// Trains the run if it is missing, and ranks its test items; `before` is its state now. Throws Error(Workspace).
    void complete(std::size_t index, const PlannedState& before) {
        try {
            const RunRecord run = trained(index, before);
            if (run.state != RunState::Finished) return;
            rankUnder(
                m_workspace, m_plan, run, m_device,
                [this](const Progress& at) { m_observer.evaluating(Split::Test, at.done, at.total); }, m_stop);
            if (before.isFinished()) return;
            m_observer.runFinished(index, run);
            ++m_outcome.trained;
        } catch (const std::exception& error) {
            const auto* known = dynamic_cast<const Error*>(&error);
            if (known && known->kind() == ErrorKind::Workspace) throw;
            if (known && known->kind() == ErrorKind::Cancelled) return;
            ++m_outcome.failed;
            const Failure failure = failureOf(error);
            m_observer.runFailed(index, failure.sentence, failure.hint);
        }
    }

private:
    RunRecord trained(std::size_t index, const PlannedState& before) {
        const PlannedRun& planned = m_runs[index];
        if (before.isFinished()) {
            m_observer.runThere(index);
            ++m_outcome.there;
            return *before.run;
        }
        if (!planned.existing.empty())
            throw Error(ErrorKind::Input, translated("\"{}\" is named in the plan but not finished.", planned.existing),
                        translated("A plan never trains a run that it names: finish the run, or leave the entry out."));
        m_observer.runBegins(index, before.isInterrupted());
        // A run that was interrupted before its first checkpoint begins again under its own name.
        if (before.isInterrupted() &&
            (before.run->epochsDone == 0 || RunStore(m_workspace).checkpoint(before.run->id, CheckpointKind::Last)))
            return resumeTraining(m_workspace, before.run->id, m_device, m_observer, m_pause, m_stop);
        return train(m_workspace,
                     {.dataset = planned.dataset,
                      .config = planned.config,
                      .runName = planned.title(m_plan),
                      .device = m_device,
                      .ifTaken = RunStore::IfTaken::Number},
                     m_observer, m_pause, m_stop);
    }

    Workspace& m_workspace;
    const Plan& m_plan;
    std::span<const PlannedRun> m_runs;
    DeviceChoice m_device;
    PlanObserver& m_observer;
    PauseSwitch& m_pause;
    std::stop_token m_stop;
    PlanOutcome m_outcome;
};

/// The lease of this worker on one run, released by the destructor.
class HeldLease {
public:
    HeldLease(Workspace& workspace, DatasetId dataset, std::string config)
        : m_workspace(workspace), m_dataset(dataset), m_config(std::move(config)) {}
    ~HeldLease() {
        try {
            LeaseStore(m_workspace).release(m_dataset, m_config);
        } catch (const Error&) {
            // The lease then ends with this process.
        }
    }
    HeldLease(const HeldLease&) = delete;
    HeldLease& operator=(const HeldLease&) = delete;

private:
    Workspace& m_workspace;
    DatasetId m_dataset;
    std::string m_config;
};

}  // namespace

PlanOutcome runPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, DeviceChoice device,
                    PlanObserver& observer, PauseSwitch& pause, const std::stop_token& stop) {
    PlanTrainer trainer(workspace, plan, runs, device, observer, pause, stop);
    for (std::size_t index = 0; index < runs.size() && !trainer.isStopped(); ++index)
        trainer.complete(index, trainer.state(index));
    trainer.isStopped();
    return trainer.outcome();
}

PlanOutcome runPlanAsWorker(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs,
                            DeviceChoice device, PlanObserver& observer, PauseSwitch& pause,
                            const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kLookEvery(500);  // while other workers train all runs that are left
    PlanTrainer trainer(workspace, plan, runs, device, observer, pause, stop);
    // What failed before is tried again, but not what failed in another worker since then.
    std::set<RunId> failedBefore;
    for (const PlannedState& state : planStates(workspace, runs))
        if (state.isFailed()) failedBefore.insert(state.run->id);
    std::set<std::size_t> left;
    for (std::size_t index = 0; index < runs.size(); ++index) left.insert(index);
    while (!left.empty() && !trainer.isStopped()) {
        bool isIdle = true;
        for (auto index = left.begin(); index != left.end() && !trainer.isStopped();) {
            const PlannedRun& planned = runs[*index];
            const std::string config = planned.config.toJson();
            if (!LeaseStore(workspace).claim(planned.dataset, config)) {
                ++index;
                continue;
            }
            isIdle = false;
            const HeldLease lease(workspace, planned.dataset, config);
            const PlannedState state = trainer.state(*index);
            if (!state.isFailed() || failedBefore.contains(state.run->id)) trainer.complete(*index, state);
            index = left.erase(index);
        }
        if (isIdle) std::this_thread::sleep_for(kLookEvery);
    }
    trainer.isStopped();
    return trainer.outcome();
}

void rankPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const ProgressSink& progress,
              const std::stop_token& stop, DeviceChoice device, const std::set<RunId>& without) {
    if (workspace.onlyReads()) return;
    for (const PlannedState& state : planStates(workspace, runs, without))
        if (state.isFinished()) rankUnder(workspace, plan, *state.run, device, progress, stop);
}

}  // namespace recscope
