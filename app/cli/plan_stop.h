// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope::cli {

class CliContext;

/// Asks the process that runs a plan in this workspace to save its work and end. Throws Error(Usage) if none does, and
/// leaves alone what works on something else there.
void stopPlan(const CliContext& context);

}  // namespace recscope::cli
