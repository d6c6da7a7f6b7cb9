// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope::cli {

class CliContext;

/// Asks the process that runs a plan in this workspace to save its work and end, also one that is held by Ctrl-Z.
/// Throws Error(Usage) if none does or if it runs another plan than `plan` (empty: any), and leaves alone what works on
/// something else there.
void stopPlan(const CliContext& context, const std::string& plan);

}  // namespace recscope::cli
