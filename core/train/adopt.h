// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// A program whose weights can be taken over.
struct WeightLayout {
    std::string name;   ///< "recbole-sasrec"
    std::string title;  ///< "RecBole, SASRec"
    std::string model;  ///< "sasrec"
    std::string notes;  ///< what is assumed or differs, one sentence; may be empty
};

/// In the order they are tried. A new one is one entry in weight_layouts.cpp.
const std::vector<WeightLayout>& weightLayouts();

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

/// Makes a finished run out of weights trained elsewhere, or out of a run capsule (`exportCapsule`). What the layout
/// and the shapes say becomes the config; the rows of items are put in the dataset's order. Throws Error(Input) with a
/// sentence for each tensor that is missing or has another shape, for items without a row, and for a file that is none
/// (`readSafeTensorsIndex`).
RunRecord adoptRun(Workspace& workspace, const AdoptRequest& request);

}  // namespace recscope
