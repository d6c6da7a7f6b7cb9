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

/// Writes the same file as `exportRun`, with all other data of the run in the metadata entry `recscope.capsule`
/// (`kRunArchiveMetadata`). Another workspace can import this file (`adoptRun`), including ranks and curves if that
/// workspace holds the same dataset.
void exportRunArchive(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Every user's rank under every evaluated protocol (CSV: split, protocol by its `protocolId`, user, target, rank,
/// ties, dataset).
void exportRanks(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Loss and validation metrics per epoch, with dataset, validation protocol (`protocolId`) and, if users were sampled,
/// the maximum number of users of a validation in each row (CSV).
void exportCurves(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Every evaluation with its protocol, its metrics by history length and by target popularity, and its exact metrics as
/// functions of the cutoff K (JSON).
void exportMetrics(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// The model's scores of every item for the first `users` users, computed from the part of each history that `input`
/// selects (CSV: user, target, input, then one column per item id): enough for an independent program to check the
/// metrics. Omits users without a target, except with HistoryInput::All, where the target column stays empty.
void exportScores(Workspace& workspace, RunId run, std::int64_t users, HistoryInput input,
                  const std::filesystem::path& path, const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
