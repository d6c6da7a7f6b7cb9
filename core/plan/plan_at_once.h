// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>

#include "core/plan/plan_run.h"

namespace recscope {

/// Whether training two of the missing runs at the same time saves time (docs/performance-use.md): this machine has at
/// least two cores, at least two runs are missing, and, as measured in a few training steps, every missing run trains
/// in a single thread on the CPU. Throws Error(Cancelled | Workspace).
bool isFasterTwoAtOnce(Workspace& workspace, std::span<const PlannedRun> runs, const std::stop_token& stop);

}  // namespace recscope
