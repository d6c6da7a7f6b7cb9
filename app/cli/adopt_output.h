// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/cli/cli_context.h"
#include "core/recommender/references.h"
#include "core/store/run_store.h"

namespace recscope::cli {

/// Prints a run that the subcommand `adopt` has made, with its test metrics beside those of the references, and then
/// the warnings. With --json, prints one object to which the members of `extraKeys` are added.
void printAdopted(CliContext& context, const RunRecord& run, const std::vector<Reference>& references,
                  const std::vector<std::string>& warnings, const Json& extraKeys);

}  // namespace recscope::cli
