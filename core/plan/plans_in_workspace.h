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

/// A plan that was run in a workspace, in the window or by another process, and how far it is.
struct PlanInWorkspace {
    Plan plan;
    std::string usedAt;  ///< ISO 8601, UTC: when it was run last
    std::size_t runs = 0, finished = 0;
};

/// The one that was run last first. What another version wrote, and plans whose data or named runs are gone, are left
/// out; runs of `without` count as not there.
std::vector<PlanInWorkspace> plansInWorkspace(Workspace& workspace, const std::set<RunId>& without = {});

}  // namespace recscope
