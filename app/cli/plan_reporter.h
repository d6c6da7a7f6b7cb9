// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/train_reporter.h"
#include "core/plan/plan_run.h"

namespace recscope::cli {

/// Reports the progress of a plan: a line for each change of a run's state, and the progress of the current training.
class PlanReporter : public PlanObserver {
public:
    /// Whether to report the runs that are skipped because they are finished already. One of several workers does not
    /// report them, because the other workers finish runs all the time.
    enum class SkippedRuns { Reported, Silent };
    /// `runs` are all runs of the plan; `order` has the indices of those to train, in training order. `place` is
    /// printed before each line; empty if the plan trains on this machine only.
    PlanReporter(CliContext& context, const Plan& plan, std::span<const PlannedRun> runs,
                 std::span<const std::size_t> order, std::string place, SkippedRuns skippedRuns);

    // `index` is an index in `order`.
    void runBegins(std::size_t index, bool isResumed) override;
    void runAlreadyTrained(std::size_t index) override;
    void runFailed(std::size_t index, const std::string& sentence, const std::string& hint) override;
    void runFinished(std::size_t index, const RunRecord& run) override;
    void runStarted(const RunRecord& run, const std::vector<Reference>& references) override;
    void stepDone(const StepInfo& info) override;
    void epochDone(const RunRecord& run, const EpochInfo& info) override;
    void evaluating(Split split, std::int64_t done, std::int64_t total) override;
    void notified(const std::string& sentence) override;

private:
    /// `orderIndex`: index in `order`. `state`: the new state of the run.
    void notify(std::size_t orderIndex, const std::string& state, const std::string& details);

    CliContext& m_context;
    const Plan& m_plan;
    std::span<const PlannedRun> m_runs;
    std::span<const std::size_t> m_order;
    std::string m_place;
    SkippedRuns m_skippedRuns;
    TrainReporter m_training;
};

}  // namespace recscope::cli
