// SPDX-License-Identifier: GPL-3.0-or-later
// measureCosts, secondsLeft and estimatePlan: see plan_run.h.
#include <algorithm>
#include <chrono>
#include <map>

#include "core/plan/plan_run.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/train/live_training.h"
#include "core/util/error.h"
#include "core/util/failure.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void stepOnce(LiveTraining& training, const std::stop_token& stop) {
    if (!training.step(stop)) throwIfStopped(stop);
}

/// The mean seconds of one training step, measured after a warm-up that allocates memory and uses up prefetched
/// batches.
double measureStep(LiveTraining& training, const std::stop_token& stop) {
    constexpr double kMaxSeconds = 1.0;       // time limit in seconds, for the warm-up and again for the measurement
    constexpr std::int64_t kWarmUpSteps = 8;  // more than the 4 batches that training modules prefetch at most
    constexpr std::int64_t kSteps = 32;       // measures at most this many steps, or one epoch if an epoch has more
    const auto begun = Clock::now();
    for (std::int64_t step = 0; step < kWarmUpSteps && (step == 0 || secondsSince(begun) < kMaxSeconds); ++step)
        stepOnce(training, stop);
    const auto start = Clock::now();
    std::int64_t steps = 0;
    do {
        stepOnce(training, stop);
        ++steps;
    } while (secondsSince(start) < kMaxSeconds && steps < std::max(training.stepsPerEpoch(), kSteps));
    return secondsSince(start) / double(steps);
}

/// The number of rankings of the test items that a run still needs: those without stored ranks, or all if the run is
/// not finished.
std::int64_t rankingsLeft(Workspace& workspace, const std::vector<std::string>& protocols, const PlannedState& state) {
    std::int64_t rankings = state.isFinished() ? 0 : 1;  // the ranking under the run's own protocol
    for (const std::string& candidates : protocols) {
        if (!state.isFinished()) {
            rankings += withCandidates({}, candidates).candidates != Candidates::Full;
            continue;
        }
        const Protocol protocol = withCandidates(state.run->protocol, candidates);
        rankings += canRank(*state.run, protocol, Split::Test) &&
                    RunStore(workspace).ranks(state.run->id, Split::Test, protocol).empty();
    }
    return rankings;
}

}  // namespace

RunCosts measureCosts(Workspace& workspace, const PlannedRun& run, const std::stop_token& stop) {
    constexpr std::int64_t kRanked = 256;  // number of users whose ranking is measured
    LiveTraining training(workspace, run.dataset, run.config);
    RunCosts costs{.epochSeconds = 0, .userSeconds = 0, .users = DatasetStore(workspace).byId(run.dataset).users};
    if (capabilitiesOf(run.config).trainsByGradientDescent) {
        costs.epochSeconds = measureStep(training, stop) * double(training.stepsPerEpoch());
    } else {
        const auto start = Clock::now();
        stepOnce(training, stop);
        costs.epochSeconds = secondsSince(start);
    }
    const auto start = Clock::now();
    const auto ranked = double(training.evaluate(Split::Valid, kRanked, stop).ranks.size());
    costs.userSeconds = ranked > 0 ? secondsSince(start) / ranked : 0;
    return costs;
}

double secondsLeft(const RunCosts& costs, const TrainingConfig& config, const PlannedState& state,
                   std::int64_t rankings) {
    const auto users = double(costs.users);
    double ranked = double(rankings) * users;
    double epochs = 0;
    if (!state.isFinished()) {
        const std::int64_t done = state.isInterrupted() ? state.run->epochsDone : 0;
        const std::int64_t epochsLeft = std::max<std::int64_t>(config.epochs - done, 0);  // of the first training
        // With `retrainWithValidation`, a second training follows. It takes as many epochs as the first one needs to
        // reach its best epoch. The estimate assumes the maximum, which is all epochs.
        epochs = double((config.retrainWithValidation ? 2 : 1) * config.epochs - done);
        const std::int64_t every = std::max<std::int64_t>(config.evaluateEvery, 1);
        const bool samplesUsers = config.validationUsers > 0;
        ranked += double((epochsLeft + every - 1) / every) *
                  (samplesUsers ? std::min(double(config.validationUsers), users) : users);
        if (samplesUsers && !config.retrainWithValidation) ranked += users;  // one validation with all users
    }
    return std::max(epochs, 0.0) * costs.epochSeconds + ranked * costs.userSeconds;
}

std::vector<std::optional<double>> estimatePlan(Workspace& workspace, const Plan& plan,
                                                std::span<const PlannedRun> runs, std::span<const PlannedState> states,
                                                const ProgressSink& progress, const std::stop_token& stop) {
    std::vector<std::optional<double>> seconds(runs.size(), 0.0);
    // Costs by dataset and config (as JSON, with the seed 0).
    std::map<std::pair<DatasetId, std::string>, std::optional<RunCosts>> measured;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::int64_t rankings = rankingsLeft(workspace, plan.protocols, states[i]);
        if (states[i].isFinished() && rankings == 0) continue;
        if (!states[i].isFinished() && !runs[i].existing.empty()) continue;  // existing runs are never trained
        throwIfStopped(stop);
        PlannedRun run = runs[i];
        run.config.training.seed = 0;
        const auto [found, isNew] = measured.try_emplace({run.dataset, run.config.toJson()});
        if (isNew) {
            if (progress)
                progress({.stage = translated("Measuring the running time"),
                          .done = std::int64_t(i),
                          .total = std::int64_t(runs.size()),
                          .unit = "runs"});
            try {
                found->second = measureCosts(workspace, run, stop);
            } catch (const std::exception& error) {
                // A run that cannot be measured gets no estimate. If its training also fails, the plan reports the
                // reason and trains the other runs.
                if (isError(error, ErrorKind::Cancelled) || isError(error, ErrorKind::Workspace)) throw;
            }
        }
        seconds[i] = found->second
                         ? std::optional(secondsLeft(*found->second, run.config.training, states[i], rankings))
                         : std::nullopt;
    }
    return seconds;
}

}  // namespace recscope
