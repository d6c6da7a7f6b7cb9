// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/models/transformer/known_programs.h"
#include "core/store/run_store.h"

namespace recscope {

/// Information from the header of a file of weights trained elsewhere. Adopting such weights makes a run from them. A
/// layout is the set of tensor names and shapes that one program uses.
struct RecognisedWeights {
    std::vector<std::string> layouts;  ///< names of the possible layouts, never empty; "auto" selects the first
    bool hasItemIds = false;           ///< whether the file's metadata maps rows to items
};

/// Reads only the header of the file. `itemCount` is the number of items of the dataset that the new run will belong
/// to. Throws Error(Input) if no layout matches or the file is not a .safetensors file (see `readSafeTensorsHeader`).
RecognisedWeights recogniseWeights(const std::filesystem::path& path, std::int64_t itemCount);

struct AdoptRequest {
    std::filesystem::path path;  ///< a .safetensors file
    DatasetId dataset = 0;
    std::string runName;
    std::string layout = "auto";  ///< name of a layout; "auto" = the most likely one
    /// Values of config keys that cannot be derived from the tensors: heads, norm …
    std::vector<std::pair<std::string, std::string>> settings;
    /// A text file whose line r (from 1) is the id of the item in row r of the item embedding. If no file is given, the
    /// list of ids in the metadata entry `items` maps rows to items; without it, the item ids of the dataset are taken
    /// as row numbers.
    std::filesystem::path vocabulary;
};

/// A run made from weights trained elsewhere, and the assumptions made for it.
struct AdoptedRun {
    RunRecord run;
    std::string layout;  ///< name of the `WeightLayout`
    /// Assumed values of config keys that cannot be derived from the tensors and that the caller did not set.
    std::vector<std::pair<std::string, std::string>> assumed;
    bool idsAreRowNumbers = false;             ///< no vocabulary or metadata; item ids were taken as row numbers
    std::int64_t idsWithoutWeights = 0;        ///< number of ids in the vocabulary or metadata beyond the last row
    std::vector<std::string> itemsWithoutRow;  ///< ids of the dataset's items without a row; ranked last
    std::int64_t itemCount = 0;                ///< number of items of the dataset
};

/// Makes a finished run from weights trained elsewhere, or from a run archive (`exportRunArchive`). The layout and the
/// shapes determine the architecture keys of the config; other keys are marked as unknown (`withUnknownKeys`). Item
/// rows are reordered to match the dataset. Throws Error(Input) if tensors are missing or have another shape (one
/// sentence for each), if no item has a row, or if the file is not a .safetensors file (see `requireSafeTensors` and
/// `readSafeTensorsIndex`).
AdoptedRun adoptRun(Workspace& workspace, const AdoptRequest& request);

/// For a run of this workspace that was trained elsewhere: copies weights, curves, ranks and counters from the run
/// archive at `path`. Keeps the state and the message of `run`. Throws Error(Input) and changes nothing if the run
/// archive has a different config or was made from different interactions.
RunRecord adoptRunArchive(Workspace& workspace, RunRecord run, const std::filesystem::path& path);

}  // namespace recscope
