// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace recscope {

/// The tensor layout (names and shapes) of another program whose weights can be imported.
struct WeightLayout {
    std::string name;   ///< for example "recbole-sasrec"
    std::string title;  ///< for example "RecBole, SASRec"
    std::string model;  ///< RecScope's name of the model, for example "sasrec"
    /// Config keys that cannot be inferred from the tensors, and the values assumed for them, for example {"heads",
    /// "2"}.
    std::vector<std::pair<std::string, std::string>> assumed;
    std::string notes;  ///< a sentence on other differences; may be empty
};

/// All known layouts, in the order in which they are tried. To support another program, add an entry in
/// weight_layouts.cpp.
const std::vector<WeightLayout>& weightLayouts();

}  // namespace recscope
