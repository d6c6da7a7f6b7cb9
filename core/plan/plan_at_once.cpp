// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_at_once.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "core/recommender/machine_share.h"
#include "core/recommender/registry.h"
#include "core/train/live_training.h"
#include "core/util/error.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

double processorSeconds(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// Whether a training computes nearly everything in the calling thread. Compares processor times, which do not depend
/// on what else the machine does.
bool trainsInOneThread(Workspace& workspace, const PlannedRun& run, const std::stop_token& stop) {
    constexpr double kMaxRatio = 1.1;         // processor time of the process, as a multiple of that of this thread
    constexpr std::int64_t kWarmUpSteps = 8;  // more than the 4 batches that training modules prefetch at most
    constexpr std::int64_t kSteps = 32;
    constexpr std::chrono::milliseconds kTimeLimit(500);  // for the warm-up and again for the measurement
    LiveTraining training(workspace, run.dataset, run.config);
    const auto takeSteps = [&](std::int64_t count) {
        const auto begun = Clock::now();
        for (std::int64_t step = 0; step < count && (step == 0 || Clock::now() - begun < kTimeLimit); ++step)
            if (!training.step(stop)) throwIfStopped(stop);
    };
    takeSteps(kWarmUpSteps);
    const double process = processorSeconds(CLOCK_PROCESS_CPUTIME_ID),
                 thread = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
    takeSteps(kSteps);
    return processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - process <=
           kMaxRatio * (processorSeconds(CLOCK_THREAD_CPUTIME_ID) - thread);
}

}  // namespace

bool isFasterTwoAtOnce(Workspace& workspace, std::span<const PlannedRun> runs, const std::stop_token& stop) {
    if (computeThreads() < 2) return false;
    std::vector<PlannedRun> missing;
    const std::vector<PlannedState> states = planStates(workspace, runs);
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (isMissing(runs[i], states[i])) missing.push_back(runs[i]);
    if (missing.size() < 2) return false;
    std::set<std::pair<DatasetId, std::string>> measured;  // datasets and configs (as JSON, with the seed 0)
    for (PlannedRun& run : missing) {
        run.config.training.seed = 0;
        // A counting model has a single step, which is too few to measure.
        if (!capabilitiesOf(run.config).trainsByGradientDescent) return false;
        if (!measured.insert({run.dataset, run.config.toJson()}).second) continue;
        try {
            if (!trainsInOneThread(workspace, run, stop)) return false;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled || error.kind() == ErrorKind::Workspace) throw;
            return false;  // the training of this run will report this error
        }
    }
    return true;
}

}  // namespace recscope
