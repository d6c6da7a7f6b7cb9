// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/metrics/protocol.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/store/plan_store.h"
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

/// The requested name, with a number appended if another run (on other data, or a failed one) already has it.
std::string freeName(Workspace& workspace, const std::string& requested) {
    std::set<std::string> taken;
    for (const RunRecord& run : RunStore(workspace).list()) taken.insert(run.name);
    std::string name = requested;
    for (int number = 2; taken.contains(name); ++number) name = fmt::format("{} · {}", requested, number);
    return name;
}

/// Ranks the test items under those protocols of the plan that have no stored ranks yet.
void rankUnder(Workspace& workspace, const Plan& plan, const RunRecord& run, DeviceChoice device,
               const ProgressSink& progress, const std::stop_token& stop) {
    for (const std::string& candidates : plan.protocols) {
        const Protocol protocol = withCandidates(run.protocol, candidates);
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
    for (const RunRecord& run : all)
        if (auto config = readableConfig(run.config); config && !without.contains(run.id))
            known.emplace_back(run, std::move(*config));
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
    PlanOutcome outcome;
    PlanStore(workspace).put(plan.name, planToJson(plan));
    for (std::size_t index = 0; index < runs.size(); ++index) {
        // The state is read again because an earlier entry may have had the same config.
        const PlannedState state = planStates(workspace, runs.subspan(index, 1)).front();
        try {
            RunRecord run;
            if (state.isFinished()) {
                run = *state.run;
                observer.runThere(index);
                ++outcome.there;
            } else if (!runs[index].existing.empty()) {
                throw Error(
                    ErrorKind::Input, translated("\"{}\" is named in the plan but not finished.", runs[index].existing),
                    translated("A plan never trains a run that it names: finish the run, or leave the entry out."));
            } else {
                observer.runBegins(index, state.isInterrupted());
                const bool goesOn =
                    state.isInterrupted() && RunStore(workspace).checkpoint(state.run->id, CheckpointKind::Last);
                run = goesOn ? resumeTraining(workspace, state.run->id, device, observer, pause, stop)
                             : train(workspace,
                                     {.dataset = runs[index].dataset,
                                      .config = runs[index].config,
                                      .runName = freeName(workspace, runs[index].title(plan)),
                                      .device = device},
                                     observer, pause, stop);
            }
            if (run.state == RunState::Finished) {
                rankUnder(
                    workspace, plan, run, device,
                    [&observer](const Progress& at) { observer.evaluating(Split::Test, at.done, at.total); }, stop);
                if (!state.isFinished()) {
                    observer.runFinished(index, run);
                    ++outcome.trained;
                }
            }
        } catch (const std::exception& error) {
            const auto* known = dynamic_cast<const Error*>(&error);
            if (known && known->kind() == ErrorKind::Workspace) throw;
            if (!known || known->kind() != ErrorKind::Cancelled) {
                ++outcome.failed;
                const Failure failure = failureOf(error);
                observer.runFailed(index, failure.sentence, failure.hint);
            }
        }
        if (stop.stop_requested()) {
            outcome.stopped = true;
            return outcome;
        }
    }
    return outcome;
}

void rankPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const ProgressSink& progress,
              const std::stop_token& stop, DeviceChoice device, const std::set<RunId>& without) {
    for (const PlannedState& state : planStates(workspace, runs, without))
        if (state.isFinished()) rankUnder(workspace, plan, *state.run, device, progress, stop);
}

}  // namespace recscope
