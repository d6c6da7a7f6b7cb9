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

/// What the header of a weights file reveals.
struct RecognisedWeights {
    std::vector<std::string> layouts;  ///< names of the possible ones, never empty; "auto" chooses the first
    bool namesItems = false;           ///< its metadata maps rows to items
};

/// Reads only the header. `itemCount` is the number of items of the dataset to adopt into. Throws Error(Input) if no
/// layout fits or the file is not a .safetensors file (`readSafeTensorsHeader`).
RecognisedWeights recogniseWeights(const std::filesystem::path& path, std::int64_t itemCount);

struct AdoptRequest {
    std::filesystem::path path;  ///< a .safetensors file
    DatasetId dataset = 0;
    std::string runName;
    std::string layout = "auto";
    /// Config keys that cannot be read from the tensors: heads, norm …
    std::vector<std::pair<std::string, std::string>> settings;
    /// Line r holds the item id of row r (from 1). Empty: the metadata's `items` if present, else ids are row numbers.
    std::filesystem::path vocabulary;
};

/// An adopted run, and what had to be assumed.
struct AdoptedRun {
    RunRecord run;
    std::string layout;  ///< name of the `WeightLayout`
    /// Config keys that cannot be read from the tensors and that the caller did not set, with the assumed values.
    std::vector<std::pair<std::string, std::string>> assumed;
    bool idsAreRowNumbers = false;             ///< nothing maps rows to items
    std::int64_t namesBeyondRows = 0;          ///< number of vocabulary ids beyond the last row of the weights
    std::vector<std::string> itemsWithoutRow;  ///< of the dataset: ranked after all others
    std::int64_t itemCount = 0;                ///< of the dataset
};

/// Makes a finished run from weights trained elsewhere, or from a run archive (`exportRunArchive`). The layout and the
/// shapes determine the config, other keys are unknown (`withUnknownKeys`); the rows of items are put in the dataset's
/// order. Throws Error(Input) with a sentence for each tensor that is missing or has another shape, if no item has a
/// row, and if the file is not a .safetensors file (`refuseOtherKinds`, `readSafeTensorsIndex`).
AdoptedRun adoptRun(Workspace& workspace, const AdoptRequest& request);

/// Applies the run archive at `path` to a run of this workspace that was trained elsewhere: weights, curves, ranks and
/// counters. State and message stay those of `run`. Throws Error(Input) and changes nothing if the run archive has
/// another config or was made on other interactions.
RunRecord takeRunArchive(Workspace& workspace, RunRecord run, const std::filesystem::path& path);

}  // namespace recscope
