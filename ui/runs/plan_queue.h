// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/plan/plan_run.h"

namespace recscope::ui {

class Session;

/// Queues the missing runs of a plan for training, in the plan's order: interrupted runs are resumed, failed ones
/// retried. Also stores the plan in the workspace.
void queuePlan(Session& session, const Plan& plan, std::span<const PlannedRun> runs,
               std::span<const PlannedState> states);

/// The number of runs of a plan that are training or waiting in the queue.
std::size_t queuedRuns(Session& session, std::span<const PlannedRun> runs);

}  // namespace recscope::ui
