// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_worker.h"

#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "core/plan/plan_trainer.h"
#include "core/remote/machine_check.h"
#include "core/remote/remote_shell.h"
#include "core/remote/remote_training.h"
#include "core/store/lease_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

/// The lease of this worker on one run, released by the destructor.
class ScopedLease {
public:
    ScopedLease(Workspace& workspace, DatasetId dataset, std::string config)
        : m_workspace(workspace), m_dataset(dataset), m_config(std::move(config)) {}
    ~ScopedLease() {
        try {
            LeaseStore(m_workspace).release(m_dataset, m_config);
        } catch (const Error&) {
            // In this case the lease ends with this process.
        }
    }
    ScopedLease(const ScopedLease&) = delete;
    ScopedLease& operator=(const ScopedLease&) = delete;

private:
    Workspace& m_workspace;
    DatasetId m_dataset;
    std::string m_config;
};

/// Checks before each run whether the worker's place can be reached. If not, the worker does not keep the lease of the
/// run, so that the other workers need not wait for it.
class PlaceCheck {
public:
    PlaceCheck(const PlanPlace& place, std::stop_token stop) : m_place(place), m_stop(std::move(stop)) {}

    /// False on a stop request, or if the machine cannot be reached now. Throws for the same reasons as `queryMachine`
    /// if the machine has never been reached, or has been unreachable for `PlanPlace::reconnectTimeout`.
    bool isReachable() {
        if (!m_place.machine) return true;
        try {
            (void)queryMachine(*m_place.machine, [this] { return !m_stop.stop_requested(); });
            m_wasReached = true;
            m_lostAt.reset();
            return true;
        } catch (const ConnectionLost&) {
            if (!m_lostAt) m_lostAt = Clock::now();
            if (!m_wasReached || Clock::now() - *m_lostAt >= m_place.reconnectTimeout) throw;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Cancelled) throw;
        }
        return false;
    }

private:
    const PlanPlace& m_place;
    std::stop_token m_stop;
    bool m_wasReached = false;
    std::optional<Clock::time_point> m_lostAt;  ///< when the machine became unreachable; empty while it can be reached
};

/// Trains, one after the other, the runs that no other worker has claimed.
class PlanWorker {
public:
    PlanWorker(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const PlanPlace& place,
               PlanObserver& observer, PauseSwitch& pause, const std::stop_token& stop)
        : m_workspace(workspace),
          m_runs(runs),
          m_trainer(workspace, plan, runs, place, observer, pause, stop),
          m_check(place, stop) {
        (void)m_check.isReachable();
        if (place.machine) removeLeftovers(workspace, {*place.machine}, stop);
        // Runs that failed before this worker started are tried again; runs that fail in another worker later are not.
        for (const PlannedState& state : planStates(workspace, runs))
            if (state.isFailed()) m_failedBefore.insert(state.run->id);
    }

    PlanOutcome work() {
        // Pause between attempts while other workers train all remaining runs.
        constexpr std::chrono::milliseconds kPollInterval(500);
        std::set<std::size_t> left;
        for (std::size_t index = 0; index < m_runs.size(); ++index) left.insert(index);
        while (!left.empty() && !m_trainer.isStopped()) {
            bool isIdle = true;
            for (auto index = left.begin(); index != left.end() && !m_trainer.isStopped();) {
                const Result result = take(*index);
                isIdle = isIdle && result == Result::NotNow;
                index = result == Result::Done ? left.erase(index) : std::next(index);
            }
            if (isIdle) std::this_thread::sleep_for(kPollInterval);
        }
        return m_trainer.outcome();
    }

private:
    enum class Result {
        NotNow,  ///< another worker has claimed the run, or the machine cannot be reached
        Again,   ///< the training was killed, but finished more epochs than the previous attempt
        Done,    ///< this worker need not try the run again
    };

    Result take(std::size_t index) {
        const PlannedRun& planned = m_runs[index];
        const std::string config = planned.config.toJson();
        if (!LeaseStore(m_workspace).claim(planned.dataset, config)) return Result::NotNow;
        const ScopedLease lease(m_workspace, planned.dataset, config);
        const PlannedState before = m_trainer.state(index);
        if (before.isFailed() && !m_failedBefore.contains(before.run->id)) return Result::Done;
        if (isMissing(planned, before) && !m_check.isReachable()) return Result::NotNow;
        m_trainer.complete(index, before);
        const PlannedState after = m_trainer.state(index);
        return after.isInterrupted() && epochsOf(after) > epochsOf(before) ? Result::Again : Result::Done;
    }

    static std::int64_t epochsOf(const PlannedState& state) { return state.run ? state.run->epochsDone : 0; }

    Workspace& m_workspace;
    std::span<const PlannedRun> m_runs;
    PlanTrainer m_trainer;
    PlaceCheck m_check;
    std::set<RunId> m_failedBefore;
};

}  // namespace

PlanOutcome runPlanAsWorker(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs,
                            const PlanPlace& place, PlanObserver& observer, PauseSwitch& pause,
                            const std::stop_token& stop) {
    return PlanWorker(workspace, plan, runs, place, observer, pause, stop).work();
}

}  // namespace recscope
