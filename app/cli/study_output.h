// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli_context.h"
#include "core/plan/study.h"

namespace recscope::cli {

/// The tables of a study, for `plan show` and `plan run`.
Json jsonOf(const Study& study);
/// For each dataset, whether the trained models are better than baselines ("rules") such as popularity.
Json rulesJson(Workspace& workspace, const Study& study);
/// Prints the result tables of a plan, and whether the trained models are better than baselines such as popularity.
void printStudy(Workspace& workspace, const Study& study);

}  // namespace recscope::cli
