// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/store/run_store.h"
#include "core/torchscript/model_file.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// A TorchScript model, and the dataset for which to adopt it.
struct AdoptModelRequest {
    std::filesystem::path path;  ///< a TorchScript archive with a recscope.json
    DatasetId dataset = 0;
    std::string runName;  ///< empty: the model's title, with a number if that name is taken
    /// Whether the workspace stores a copy of the archive. Without the copy, the run needs the file at `path`.
    bool storesCopy = false;
    std::vector<std::pair<std::string, std::string>> settings;  ///< time_limit (s), memory_limit (MB)
};

/// A run of a TorchScript model, and how its items match those of the dataset.
struct AdoptedModel {
    RunRecord run;
    std::string sha256;
    ModelDescription description;
    std::vector<std::string> unknownItems;  ///< ids of the dataset's items that the model does not know
    std::int64_t otherItems = 0;            ///< number of the model's items that the dataset does not have
    std::int64_t unknownUsers = 0;          ///< number of dataset users unknown to the model; 0 if it uses no user ids

    /// The limitations of the run, one sentence each.
    std::vector<std::string> cautions() const;
};

/// Makes a finished run from a TorchScript model. Runs the model once, in a separate process, to check the shapes of
/// its outputs and to determine which attention weights it gives (layers, heads, positions). Throws Error(Input) if the
/// model is not trusted on this machine (`requireTrusted`), if the file is not a TorchScript archive with a
/// recscope.json, if no item matches, or if the model fails or returns outputs of an unexpected shape.
AdoptedModel adoptTorchScript(Workspace& workspace, const AdoptModelRequest& request, const std::stop_token& stop = {});

/// Evaluates the new run on the test split and updates `adopted.run`. If that fails or is stopped, the run is removed.
void scoreAdopted(Workspace& workspace, AdoptedModel& adopted, const ProgressSink& progress,
                  const std::stop_token& stop);

/// Identifies a run's TorchScript model, which the user of the program must declare trusted before it is executed (see
/// `Capabilities::isExternalModel`).
struct ModelIdentity {
    std::string sha256, file;  ///< file: its absolute path when the run was made
};
/// The identity of the run's TorchScript model. Throws Error(Input) if the run has none.
ModelIdentity modelIdentity(Workspace& workspace, RunId run);

}  // namespace recscope
