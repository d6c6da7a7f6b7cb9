// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace recscope {

/// A program whose weights can be imported.
struct WeightLayout {
    std::string name;   ///< "recbole-sasrec"
    std::string title;  ///< "RecBole, SASRec"
    std::string model;  ///< "sasrec"
    /// Config keys that cannot be inferred from its tensors, with the values assumed for them: {"heads", "2"}.
    std::vector<std::pair<std::string, std::string>> assumed;
    std::string notes;  ///< what else differs, one sentence; may be empty
};

/// In the order in which they are tried. A new layout is one entry in weight_layouts.cpp.
const std::vector<WeightLayout>& weightLayouts();

}  // namespace recscope
