// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>

#include "core/plan/plan_run.h"

namespace recscope {

/// Whether this machine has at least two cores and the missing runs, of which there are at least two, all train in a
/// single thread on the CPU, measured in a few training steps. Two of them at the same time then take less time
/// (docs/performance-use.md). Throws Error(Cancelled | Workspace).
bool trainsFasterTwoAtOnce(Workspace& workspace, std::span<const PlannedRun> runs, const std::stop_token& stop);

}  // namespace recscope
