// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/plan/plan_run.h"
#include "core/plan/simple_rules.h"

namespace recscope::ui {

struct JobContext;

/// The built-in plan `usual-five` on one dataset, and its progress there.
struct UsualFive {
    Plan plan;
    std::vector<PlannedRun> runs;
    std::vector<PlannedState> states;  ///< of each of `runs`, in the same order
    /// Compares the finished trained models with the finished baselines (e.g. popularity); empty if one kind is
    /// missing.
    std::optional<BaselinesVerdict> verdict;

    std::size_t missing() const;
    std::vector<RunId> finished() const;
};

struct UsualFiveRequest {
    std::string dataset;      ///< name of the dataset
    std::set<RunId> removed;  ///< removed runs, which count as missing
    bool operator==(const UsualFiveRequest&) const = default;
};

/// Call in a job. Before it reads the states, it evaluates finished runs that have no test score under the plan's
/// protocol yet.
UsualFive readUsualFive(JobContext& context, const UsualFiveRequest& request);
/// Estimates an upper bound of each run's training time in seconds, from measurements on this machine with this data;
/// 0 for finished runs, none for runs that could not be measured. Call in a job.
std::vector<std::optional<double>> estimateUsualFive(JobContext& context, const UsualFiveRequest& request);

}  // namespace recscope::ui
