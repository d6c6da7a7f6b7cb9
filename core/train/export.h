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

/// Writes the weights, with the config and the item ids as metadata (.safetensors).
void exportRun(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Writes the same file as `exportRun`, but adds all other data of the run as metadata under the key `recscope.capsule`
/// (`kRunArchiveMetadata`). Another workspace can import this file with `adoptRun`. If that workspace contains the same
/// dataset, the ranks and curves are imported as well.
void exportRunArchive(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Writes every user's rank under every evaluated protocol (CSV with the columns split, protocol as `protocolId` writes
/// it, user, target, rank, ties, dataset, ranks of other targets). Of several targets, the best ranked one is named.
void exportRanks(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Writes the candidates that the evaluation's protocol draws for each of its users, so that another program can rank
/// the same ones (CSV: user, item, is_target; the targets of a user come first). Throws Error(Usage) if the protocol
/// draws none.
void exportCandidates(Workspace& workspace, const RunRecord& run, const Evaluation& evaluation,
                      const std::filesystem::path& path);

/// Writes loss and validation metrics per epoch (CSV). Each row repeats the dataset and the validation protocol
/// (`protocolId`). If validations rank only a sample of the users, the row also contains the maximum size of the
/// sample.
void exportCurves(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Writes every evaluation (JSON): its protocol, its metrics by history length and by target popularity, and its exact
/// metrics as functions of the cutoff K.
void exportMetrics(Workspace& workspace, RunId run, const std::filesystem::path& path);

/// Writes the model's scores of every item for the first `users` users, computed from the part of each history that
/// `input` selects (CSV: user, target, input, then one column per item id). An independent program can check the
/// metrics with this file. Omits users without a target, except with HistoryInput::All, where the target column stays
/// empty.
void exportScores(Workspace& workspace, RunId run, std::int64_t users, HistoryInput input,
                  const std::filesystem::path& path, const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
