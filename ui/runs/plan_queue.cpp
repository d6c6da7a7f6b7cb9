// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/plan_queue.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/store/plan_store.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("planQueue", text);
}

}  // namespace

void queuePlan(Session& session, const Plan& plan, std::span<const PlannedRun> runs,
               std::span<const PlannedState> states) {
    TrainingController& training = trainingOf(session);
    session.jobs().start(
        &training, {.title = tr("Saving the plan"), .queue = WorkerQueue::Record},
        [name = plan.name, json = planToJson(plan)](JobContext& context) {
            PlanStore(context.workspace).put(name, json);
        },
        [] {});
    std::vector<TrainRequest> requests;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!isMissing(runs[i], states[i])) continue;
        if (states[i].isInterrupted() && !training.queue().contains(states[i].run->id)) {
            training.resume(*states[i].run, DeviceChoice::Auto);
            continue;
        }
        TrainRequest& request = requests.emplace_back();
        request.dataset = runs[i].dataset;
        request.config = runs[i].config;
        names.push_back(runs[i].title(plan));
    }
    training.start(requests, names);
}

std::size_t queuedRuns(Session& session, std::span<const PlannedRun> runs) {
    const TrainingController& training = trainingOf(session);
    return std::size_t(std::count_if(runs.begin(), runs.end(), [&](const PlannedRun& run) {
        return run.existing.empty() && training.queue().findSameTraining(run.dataset, run.config) != nullptr;
    }));
}

}  // namespace recscope::ui
