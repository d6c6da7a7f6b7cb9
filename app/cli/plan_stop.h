// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope::cli {

class CliContext;

/// Signals the process that runs a plan in this workspace; it then saves its work and exits, even if it was suspended
/// by Ctrl-Z. Throws Error(Usage) if there is no such process or if it runs a plan other than `plan` (empty: any plan).
/// A process that uses the workspace for anything else is not signalled.
void stopPlan(const CliContext& context, const std::string& plan);

}  // namespace recscope::cli
