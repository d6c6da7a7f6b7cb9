// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plans_in_workspace.h"

#include <algorithm>

#include "core/plan/plan_run.h"
#include "core/store/plan_store.h"
#include "core/util/error.h"

namespace recscope {

std::vector<PlanInWorkspace> plansInWorkspace(Workspace& workspace, const std::set<RunId>& without) {
    std::vector<PlanInWorkspace> plans;
    for (const StoredPlan& stored : PlanStore(workspace).list()) {
        try {
            PlanInWorkspace& plan = plans.emplace_back();
            plan.plan = planFromJson(stored.json);
            plan.lastRunAt = stored.lastRunAt;
            const std::vector<PlannedRun> runs = plannedRuns(workspace, plan.plan);
            plan.runs = runs.size();
            for (const PlannedState& state : planStates(workspace, runs, without)) plan.finished += state.isFinished();
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Workspace) throw;
            plans.pop_back();
        }
    }
    return plans;
}

}  // namespace recscope
