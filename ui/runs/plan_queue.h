// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/plan/plan_run.h"

namespace recscope::ui {

class Session;

/// Puts what a plan lacks into the queue of trainings, in the plan's order: what was interrupted goes on, what failed
/// is tried again. The workspace notes that the plan is run here.
void queuePlan(Session& session, const Plan& plan, std::span<const PlannedRun> runs,
               std::span<const PlannedState> states);

/// Runs of a plan that train now or wait in the queue.
std::size_t queuedRuns(Session& session, std::span<const PlannedRun> runs);

}  // namespace recscope::ui
