// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/store/run_store.h"

namespace recscope {

class Workspace;

/// A plan that was run in a workspace, in the window or by another process, and its progress.
struct PlanInWorkspace {
    Plan plan;
    std::string lastRunAt;               ///< time of the plan's last run, ISO 8601 in UTC
    std::size_t runs = 0, finished = 0;  ///< numbers of all planned runs and of the finished ones
};

/// The plans sorted by the time of their last run, newest first. Omits plans that this version of the program cannot
/// read, and plans whose datasets or named runs are gone. Ignores the runs in `without`.
std::vector<PlanInWorkspace> plansInWorkspace(Workspace& workspace, const std::set<RunId>& without = {});

}  // namespace recscope
