// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "core/metrics/protocol.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/train/live_training.h"
#include "core/util/error.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

/// The better run of two with the same config.
bool standsFor(const RunRecord& a, const std::optional<RunRecord>& b) {
    const auto worth = [](RunState state) {
        return state == RunState::Finished ? 2 : state == RunState::Failed ? 0 : 1;
    };
    return !b || worth(a.state) > worth(b->state);
}

/// This name, with a number where another run has it: on other data, or one that failed.
std::string freeName(Workspace& workspace, const std::string& wanted) {
    std::set<std::string> taken;
    for (const RunRecord& run : RunStore(workspace).list()) taken.insert(run.name);
    std::string name = wanted;
    for (int number = 2; taken.contains(name); ++number) name = fmt::format("{} · {}", wanted, number);
    return name;
}

/// Ranks test under the plan's protocols where that was not done.
void rankUnder(Workspace& workspace, const Plan& plan, const RunRecord& run, const ProgressSink& progress,
               const std::stop_token& stop) {
    for (const std::string& candidates : plan.protocols) {
        const Protocol protocol = withCandidates(run.protocol, candidates);
        if (!RunStore(workspace).ranks(run.id, Split::Test, protocol).empty()) continue;
        evaluateRun(workspace, run.id, protocol, Split::Test, DeviceChoice::Cpu, progress, stop);
    }
}

}  // namespace

Protocol withCandidates(Protocol protocol, const std::string& candidates) {
    protocol.candidates = candidatesFromName(candidates);
    return protocol;
}

std::vector<PlannedState> planStates(Workspace& workspace, std::span<const PlannedRun> runs) {
    std::vector<std::pair<RunRecord, RunConfig>> known;
    for (RunRecord& run : RunStore(workspace).list())
        if (auto config = readableConfig(run.config)) known.emplace_back(std::move(run), std::move(*config));
    std::vector<PlannedState> states;
    for (const PlannedRun& planned : runs) {
        PlannedState& state = states.emplace_back();
        for (const auto& [run, config] : known)
            if (run.dataset == planned.dataset && config == planned.config && standsFor(run, state.run))
                state.run = run;
    }
    return states;
}

PlanOutcome runPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, DeviceChoice device,
                    PlanObserver& observer, PauseSwitch& pause, const std::stop_token& stop) {
    PlanOutcome outcome;
    for (std::size_t index = 0; index < runs.size(); ++index) {
        // Asked anew: an entry before may have had the same config.
        const PlannedState state = planStates(workspace, runs.subspan(index, 1)).front();
        try {
            RunRecord run;
            if (state.isFinished()) {
                run = *state.run;
                observer.runThere(index);
                ++outcome.there;
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
                    workspace, plan, run,
                    [&observer](const Progress& at) { observer.evaluating(Split::Test, at.done, at.total); }, stop);
                if (!state.isFinished()) {
                    observer.runFinished(index, run);
                    ++outcome.trained;
                }
            }
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Workspace) throw;
            if (error.kind() != ErrorKind::Cancelled) {
                ++outcome.failed;
                observer.runFailed(index, error.what(), error.hint());
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
              const std::stop_token& stop) {
    for (const PlannedState& state : planStates(workspace, runs))
        if (state.isFinished()) rankUnder(workspace, plan, *state.run, progress, stop);
}

std::optional<double> estimateSeconds(Workspace& workspace, const PlannedRun& run, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    constexpr double kMeasured = 1.0;  // seconds of steps, after the first one
    constexpr std::int64_t kRanked = 256;
    if (!capabilitiesOf(run.config).learnsByGradient) return {};
    const auto since = [](Clock::time_point start) {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    LiveTraining training(workspace, run.dataset, run.config);
    const std::int64_t perEpoch = training.stepsPerEpoch();
    training.step(stop);  // the first one makes room
    const auto start = Clock::now();
    std::int64_t steps = 0;
    while (!stop.stop_requested() && since(start) < kMeasured && steps < perEpoch) {
        training.step(stop);
        ++steps;
    }
    if (steps == 0) return {};
    const double epoch = since(start) / double(steps) * double(perEpoch);
    const auto ranking = Clock::now();
    const auto ranked = double(training.evaluate(Split::Valid, kRanked, stop).ranks.size());
    const TrainingConfig& config = run.config.training;
    const double users = config.validationUsers > 0 ? double(config.validationUsers)
                                                    : double(DatasetStore(workspace).byId(run.dataset).users);
    const double validation = ranked > 0 ? since(ranking) / ranked * std::max(users, ranked) : 0;
    const auto epochs = double(config.epochs);
    return epochs * epoch + epochs / double(std::max<std::int64_t>(config.evaluateEvery, 1)) * validation;
}

std::vector<double> estimateMissing(Workspace& workspace, std::span<const PlannedRun> runs,
                                    std::span<const PlannedState> states, const ProgressSink& progress,
                                    const std::stop_token& stop) {
    std::vector<double> seconds(runs.size(), 0);
    std::map<std::pair<DatasetId, std::string>, double> measured;  // seeds take the same time
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (states[i].isFinished()) continue;
        throwIfStopped(stop);
        PlannedRun run = runs[i];
        run.config.training.seed = 0;
        const auto [found, isNew] = measured.try_emplace({run.dataset, run.config.toJson()});
        if (isNew) {
            if (progress)
                progress({.stage = "Measuring the time",
                          .done = std::int64_t(i),
                          .total = std::int64_t(runs.size()),
                          .unit = "runs"});
            found->second = estimateSeconds(workspace, run, stop).value_or(0);
        }
        seconds[i] = found->second;
    }
    return seconds;
}

}  // namespace recscope
