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

/// What to do if the target file exists.
enum class IfFileExists { Fail, Replace };

/// What to copy, and where to.
struct CopyRequest {
    std::filesystem::path path;
    std::optional<DatasetId> dataset = {};  ///< only this dataset; unset: all
    IfFileExists ifExists = IfFileExists::Fail;
    std::vector<std::int64_t> withoutRuns = {};  ///< ids of runs to leave out, because their removal can be undone
};

/// Saves a copy of a workspace as another file: all of it, or one dataset with everything that belongs to it (runs with
/// weights, ranks and timelines, cohorts, notes, pinned users, saved scenarios, plans that need no other dataset). The
/// copy shows the state at one moment, even while other threads write, and opens like any workspace, with the same
/// results. It omits the queue of waiting trainings and the links to runs on other machines, because only the original
/// may continue them. For a run on another machine, the copy holds the data fetched so far. A running training becomes
/// a stopped run in the copy. Datasets, cohorts and scenarios whose removal can still be undone are left out.
///
/// The file is written as "FILE.part" beside the target and renamed at the end: after a failure or a stop there is no
/// new file, and an older file is unchanged. Progress counts pages or tables. Throws Error(Input | Workspace |
/// Cancelled).
void copyWorkspace(Workspace& workspace, const CopyRequest& request, const ProgressSink& progress,
                   const std::stop_token& stop);

}  // namespace recscope
