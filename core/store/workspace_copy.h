// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// What happens to a file that is there already.
enum class IfThere { Fail, Replace };

/// What is copied, and where to.
struct CopyRequest {
    std::filesystem::path path;
    std::optional<DatasetId> dataset = {};  ///< only this one; none: all
    IfThere ifThere = IfThere::Fail;
    std::vector<std::int64_t> withoutRuns = {};  ///< ids of runs that a person removed and could still bring back
};

/// Saves a copy of a workspace as another file: all of it, or one dataset with everything that belongs to it (runs with
/// weights, ranks and films, cohorts, notes, pinned users, saved scenarios, plans that need no other dataset). The copy
/// is of one moment, also while others write, and opens like any workspace with the same numbers. What only the
/// original may do stays there: trainings that wait and runs on other machines, of which the copy holds what came home;
/// a run under way is a stopped one in the copy. What was removed and could be brought back is left out.
///
/// Written beside as "FILE.part" and renamed at the end: a failure or a stop leaves no file, and an older one as it
/// was. Progress counts pages or tables. Throws Error(Input | Workspace | Cancelled).
void copyWorkspace(Workspace& workspace, const CopyRequest& request, const ProgressSink& progress,
                   const std::stop_token& stop);

}  // namespace recscope
