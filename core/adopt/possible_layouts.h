// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace recscope {

using TensorShapes = std::map<std::string, std::vector<std::int64_t>>;

/// Computes `RecognisedWeights::layouts` from the tensor shapes and the metadata of a weights file. Throws Error(Input)
/// if no layout fits.
std::vector<std::string> possibleLayouts(const TensorShapes& shapes, const std::map<std::string, std::string>& metadata,
                                         std::int64_t itemCount);

}  // namespace recscope
