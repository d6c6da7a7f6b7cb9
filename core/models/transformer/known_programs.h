// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace recscope {

/// A program whose weights can be taken over.
struct WeightLayout {
    std::string name;   ///< "recbole-sasrec"
    std::string title;  ///< "RecBole, SASRec"
    std::string model;  ///< "sasrec"
    /// Config keys that its tensors do not tell, with what is taken for them: {"heads", "2"}.
    std::vector<std::pair<std::string, std::string>> assumed;
    std::string notes;  ///< what else differs, one sentence; may be empty
};

/// In the order they are tried. A new one is one entry in weight_layouts.cpp.
const std::vector<WeightLayout>& weightLayouts();

}  // namespace recscope
