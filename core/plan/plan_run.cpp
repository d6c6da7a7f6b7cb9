// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_run.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/metrics/protocol.h"
#include "core/plan/plan_trainer.h"
#include "core/recommender/registry.h"
#include "core/store/workspace.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

/// Whether run `a` represents its config better than `b`, a run with the same config: finished runs are preferred to
/// interrupted runs, and interrupted runs to failed ones. True if `b` is empty.
bool represents(const RunRecord& a, const std::optional<RunRecord>& b) {
    const auto priority = [](RunState state) {
        return state == RunState::Finished ? 2 : state == RunState::Failed ? 0 : 1;
    };
    return !b || priority(a.state) > priority(b->state);
}

/// The existing run that the plan names, whatever its config; nothing if it does not exist or is in `without`.
std::optional<RunRecord> namedRun(std::span<const RunRecord> all, const PlannedRun& planned,
                                  const std::set<RunId>& without) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const RunRecord& run) {
        return run.name == planned.existing && run.dataset == planned.dataset && !without.contains(run.id);
    });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

Protocol withCandidates(Protocol protocol, const std::string& candidates) {
    protocol.setCandidates(candidates);
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

PlanOutcome runPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, DeviceChoice device,
                    PlanObserver& observer, PauseSwitch& pause, const std::stop_token& stop) {
    const PlanPlace place{.device = device};
    PlanTrainer trainer(workspace, plan, runs, place, observer, pause, stop);
    for (std::size_t index = 0; index < runs.size() && !trainer.isStopped(); ++index)
        trainer.complete(index, trainer.state(index));
    return trainer.outcome();
}

void rankPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const ProgressSink& progress,
              const std::stop_token& stop, DeviceChoice device, const std::set<RunId>& without) {
    if (workspace.isReadOnly()) return;
    for (const PlannedState& state : planStates(workspace, runs, without))
        if (state.isFinished()) rankUnder(workspace, plan, *state.run, device, progress, stop);
}

}  // namespace recscope
