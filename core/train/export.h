// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>

#include "core/sequence/history_input.h"
#include "core/store/run_store.h"
#include "core/util/progress.h"

namespace recscope {

// What a run can leave behind. Each writes a file beside the one asked for and renames it at the end: a failure leaves
// an older file as it was. All throw Error(Input) if the folder cannot be written.

/// Weights with config and item ids as metadata (.safetensors).
void exportRun(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// The same with everything else of the run in the metadata entry `recscope.run archive`: another workspace can take it
/// in
/// (`adoptRun`), ranks and curves included if it holds the same dataset.
void exportRunArchive(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Every user's rank under every protocol that was scored (csv: split, protocol by its `protocolId`, user, target,
/// rank, ties, dataset).
void exportRanks(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Loss and validation metrics per epoch, with dataset, validation protocol (`protocolId`) and, where they were drawn,
/// the most users a validation ranked in each row (csv).
void exportCurves(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Every evaluation with its protocol, its groups and its exact curve over K (json).
void exportMetrics(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Scores of every item after the chosen part of the first `users` histories as the models give them (csv: user,
/// target, input, then one column per item id): what an independent program needs to check the metrics. Users who have
/// no such target are left out; with HistoryInput::All the column stays empty.
void exportScores(Workspace& workspace, RunId run, std::int64_t users, HistoryInput input,
                  const std::filesystem::path& path, const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
