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
            PlanInWorkspace& of = plans.emplace_back();
            of.plan = planFromJson(stored.json);
            of.lastRunAt = stored.lastRunAt;
            const std::vector<PlannedRun> runs = plannedRuns(workspace, of.plan);
            of.runs = runs.size();
            for (const PlannedState& state : planStates(workspace, runs, without)) of.finished += state.isFinished();
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Workspace) throw;
            plans.pop_back();
        }
    }
    return plans;
}

}  // namespace recscope
