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

/// What a weights file tells of itself before it is read whole.
struct RecognisedWeights {
    std::vector<std::string> layouts;  ///< names of those it may have, never empty; the first is what "auto" chooses
    bool namesItems = false;           ///< its metadata says which row is which item
};

/// Reads the header alone. `itemCount` is that of the dataset it is for. Throws Error(Input) if no layout fits, and for
/// a file that is none (`readSafeTensorsHeader`).
RecognisedWeights recogniseWeights(const std::filesystem::path& path, std::int64_t itemCount);

struct AdoptRequest {
    std::filesystem::path path;  ///< a .safetensors file
    DatasetId dataset = 0;
    std::string runName;
    std::string layout = "auto";
    /// Config keys that tensors do not tell: heads, norm …
    std::vector<std::pair<std::string, std::string>> settings;
    /// Line r holds the item id of row r (from 1); empty: the metadata's `items`, or ids that are the row numbers.
    std::filesystem::path vocabulary;
};

/// A run that was adopted, and what was taken for granted.
struct AdoptedRun {
    RunRecord run;
    std::string layout;  ///< name of the `WeightLayout`
    /// Config keys that tensors do not tell and nobody set, with what was taken for them.
    std::vector<std::pair<std::string, std::string>> assumed;
    bool idsAreRowNumbers = false;             ///< nothing said which row is which item
    std::int64_t namesBeyondRows = 0;          ///< ids of the vocabulary for which the weights have no row any more
    std::vector<std::string> itemsWithoutRow;  ///< of the dataset: ranked after all others
    std::int64_t itemCount = 0;                ///< of the dataset
};

/// Makes a finished run out of weights trained elsewhere, or out of a run run archive (`exportRunArchive`). What the
/// layout and the shapes say becomes the config, other keys are unknown (`withUnknownKeys`); the rows of items are put
/// in the dataset's order. Throws Error(Input) with a sentence for each tensor that is missing or has another shape, if
/// no item has a row, and for a file that is none (`refuseOtherKinds`, `readSafeTensorsIndex`).
AdoptedRun adoptRun(Workspace& workspace, const AdoptRequest& request);

/// Gives a run of this workspace, which trained elsewhere, what its run archive holds: weights, curves, ranks and
/// counters. State and message stay as `run` has them. Throws Error(Input) if the run archive is of another config or
/// was made on other interactions; nothing is changed then.
RunRecord takeRunArchive(Workspace& workspace, RunRecord run, const std::filesystem::path& path);

}  // namespace recscope
