// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/usual_five.h"

#include <algorithm>

#include "core/plan/study.h"
#include "ui/jobs/job_runner.h"

namespace recscope::ui {

namespace {

Plan planFor(const UsualFiveRequest& request) {
    return planOn(findPlan(kUsualFive), {request.dataset});
}

}  // namespace

std::size_t UsualFive::missing() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) count += isMissing(runs[i], states[i]);
    return count;
}

std::vector<RunId> UsualFive::finished() const {
    std::vector<RunId> ids;
    for (const PlannedState& state : states)
        if (state.isFinished()) ids.push_back(state.run->id);
    return ids;
}

UsualFive readUsualFive(JobContext& context, const UsualFiveRequest& request) {
    UsualFive five;
    five.plan = planFor(request);
    five.runs = plannedRuns(context.workspace, five.plan);
    rankPlan(context.workspace, five.plan, five.runs, context.progress, context.stop, DeviceChoice::Cpu,
             request.removed);
    five.states = planStates(context.workspace, five.runs, request.removed);
    const Study study = studyOf(context.workspace, five.plan, context.stop, request.removed);
    const std::vector<BaselinesVerdict> verdicts = againstBaselines(context.workspace, study);
    if (!verdicts.empty()) five.verdict = verdicts.front();
    return five;
}

std::vector<std::optional<double>> estimateUsualFive(JobContext& context, const UsualFiveRequest& request) {
    const Plan plan = planFor(request);
    const std::vector<PlannedRun> runs = plannedRuns(context.workspace, plan);
    const std::vector<PlannedState> states = planStates(context.workspace, runs, request.removed);
    return estimatePlan(context.workspace, plan, runs, states, context.progress, context.stop);
}

}  // namespace recscope::ui
