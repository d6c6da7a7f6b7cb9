// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope::cli {

class CliContext;

/// Signals the process that runs a plan in this workspace; it then saves its work and exits, even if it was suspended
/// by Ctrl-Z. Throws Error(Usage) if there is no such process or if it runs a plan other than `plan` (empty: any plan).
/// A process that uses the workspace for anything else is not signalled.
void stopPlan(const CliContext& context, const std::string& plan);

/// Whether a process of this program has already been signalled to stop. The first signal resets its handler
/// (`Interrupt`), so a second one would kill the process while it saves.
bool isStopping(int process);

}  // namespace recscope::cli
