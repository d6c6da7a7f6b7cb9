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
    std::string usedAt;  ///< ISO 8601, UTC: time of its last run
    std::size_t runs = 0, finished = 0;
};

/// Sorted by the last run, newest first. Omits plans that another version wrote and plans whose data or named runs are
/// gone. Ignores the runs in `without`.
std::vector<PlanInWorkspace> plansInWorkspace(Workspace& workspace, const std::set<RunId>& without = {});

}  // namespace recscope
