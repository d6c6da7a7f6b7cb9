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

/// The ready plan `usual-five` on one dataset, and how far it is there.
struct UsualFive {
    Plan plan;
    std::vector<PlannedRun> runs;
    std::vector<PlannedState> states;
    std::optional<RulesVerdict> verdict;  ///< of what is finished; nothing without a rule and a model that learns

    std::size_t missing() const;
    std::vector<RunId> finished() const;
};

/// Which dataset is meant, and the runs that count as not there.
struct UsualFiveOf {
    std::string dataset;
    std::set<RunId> removed;
    bool operator==(const UsualFiveOf&) const = default;
};

/// In a job: test is ranked under the plan's protocol where that was not done.
UsualFive readUsualFive(JobContext& context, const UsualFiveOf& of);
/// In a job: seconds by run, at most, measured on this machine with this data; 0 for what is finished.
std::vector<std::optional<double>> estimateUsualFive(JobContext& context, const UsualFiveOf& of);

}  // namespace recscope::ui
