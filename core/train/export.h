// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>

#include "core/sequence/history_input.h"
#include "core/store/run_store.h"
#include "core/util/progress.h"

namespace recscope {

// The exports of a run. Each function writes a temporary file beside the target and renames it at the end: a failure
// leaves an older file unchanged. All throw Error(Input) if the folder cannot be written.

/// Weights with config and item ids as metadata (.safetensors).
void exportRun(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// The same with everything else of the run in the metadata entry `recscope.capsule` (`kRunArchiveMetadata`): another
/// workspace can import it (`adoptRun`), ranks and curves included if it holds the same dataset.
void exportRunArchive(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Every user's rank under every scored protocol (CSV: split, protocol by its `protocolId`, user, target, rank, ties,
/// dataset).
void exportRanks(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Loss and validation metrics per epoch, with dataset, validation protocol (`protocolId`) and, if users were sampled,
/// the maximum number of users of a validation in each row (CSV).
void exportCurves(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Every evaluation with its protocol, its groups and its exact curve over K (JSON).
void exportMetrics(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// The model's scores of every item after the chosen part of the first `users` histories (CSV: user, target, input,
/// then one column per item id): enough for an independent program to check the metrics. Users without such a target
/// are left out; with HistoryInput::All the target column stays empty.
void exportScores(Workspace& workspace, RunId run, std::int64_t users, HistoryInput input,
                  const std::filesystem::path& path, const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
